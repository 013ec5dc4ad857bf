import { generateMersenne32Randomizer } from '@faker-js/faker';

/** Random, and the same in each run. */
export function randomNumbers(seed: number): () => number {
	const randomizer = generateMersenne32Randomizer(seed);
	return () => randomizer.next();
}
