/**
 * Makes waiting quick: back-off with full jitter waits not at all, everything else a hundredth of its time.
 * Undone by `jest.restoreAllMocks()`.
 */
export function quickWaits(): void {
	const slowly = setTimeout;
	jest.spyOn(Math, 'random').mockReturnValue(0);
	jest
		.spyOn(globalThis, 'setTimeout')
		.mockImplementation((callback: () => void, ms = 0) => slowly(callback, ms < 100 ? ms : ms / 100));
}
