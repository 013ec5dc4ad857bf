/** For the tests of a file: back-off with full jitter waits not at all, everything else from 100 ms on a hundredth of its time. The waits themselves are tested in transport/retry.test.ts. */
export function useQuickWaits(): void {
	beforeEach(() => {
		const slowly = setTimeout;
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const quickly = (callback: () => void, ms = 0) => slowly(callback, ms < 100 ? ms : ms / 100);
		jest.spyOn(globalThis, 'setTimeout').mockImplementation(quickly);
	});
	afterEach(() => jest.restoreAllMocks());
}
