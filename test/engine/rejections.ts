/** Every test of the file fails that leaves a rejected promise behind, which would end n8n's process. */
export function leavesNoRejectedPromise(): void {
	const rejections: unknown[] = [];
	const onRejection = (reason: unknown): void => void rejections.push(reason);
	beforeAll(() => process.on('unhandledRejection', onRejection));
	afterAll(() => process.off('unhandledRejection', onRejection));
	afterEach(() => expect(rejections.splice(0)).toEqual([]));
}
