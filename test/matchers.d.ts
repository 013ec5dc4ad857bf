/// <reference types="jest" />

/**
 * What stands for a value in an expectation is `any` in Jest's types, and with it everything it is put in.
 * Here it is `unknown`, which is all that the compiler can say of it.
 */
declare namespace jest {
	interface Expect {
		anything(): unknown;
		any(type: unknown): unknown;
		arrayContaining(entries: readonly unknown[]): unknown;
		objectContaining(fields: object): unknown;
		stringContaining(part: string): unknown;
		stringMatching(pattern: string | RegExp): unknown;
	}
	interface InverseAsymmetricMatchers {
		arrayContaining(entries: readonly unknown[]): unknown;
		objectContaining(fields: object): unknown;
		stringContaining(part: string): unknown;
		stringMatching(pattern: string | RegExp): unknown;
	}
	interface Matchers<R, T> {
		toThrow(expected?: unknown): R;
	}
}
