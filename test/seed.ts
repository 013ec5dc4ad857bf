/** The seed of a property test: a new one in each run, which fast-check prints with a failure, unless MODEL_SEED repeats one. */
export const seeded = process.env.MODEL_SEED === undefined ? {} : { seed: Number(process.env.MODEL_SEED) };
