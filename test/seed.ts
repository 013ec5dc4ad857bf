/** The seed of the random tests: a new one in each run, unless MODEL_SEED names one. Names of tests or messages of fast-check show it. */
export const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
