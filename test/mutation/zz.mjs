import { Stryker } from '@stryker-mutator/core';
await new Stryker({
	mutate: ['nodes/EmailMarketingTrigger/{subscribers,KnownMap,state,campaigns}.ts'],
	jest: { config: { testMatch: ['<rootDir>/test/EmailMarketingTrigger/{subscribers,KnownMap,state,campaigns}.test.ts'], testTimeout: 5000 } },
	incremental: false, concurrency: 1, reporters: ['clear-text'],
}).runMutationTest();
