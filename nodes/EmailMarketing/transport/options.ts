import { isRecord } from '../shared/isRecord';

/** The settings under 'Options' that every operation has. */
export interface TransportOptions {
	/** How many requests are in flight at most. */
	readonly maxParallelRequests: number;
	readonly maxRetries: number;
}

export const defaultOptions: TransportOptions = { maxParallelRequests: 40, maxRetries: 4 };

/** @param options the value of 'Options', checked against the panel's description */
export function readTransportOptions(options: unknown): TransportOptions {
	return { ...defaultOptions, ...(isRecord(options) ? options : {}) };
}
