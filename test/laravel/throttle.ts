import { json } from '../engine/serve';
import type { ServedList } from './serveList';

export const perMinute = 60;
const minuteMs = 60_000;

/** Laravel's limiter: a window begins with its first request, and refused requests do not count. */
export function throttle(onRefusal: () => void): ServedList['onRequest'] {
	let endsMs = 0;
	let accepted = 0;
	return () => {
		if (Date.now() >= endsMs) {
			endsMs = Date.now() + minuteMs;
			accepted = 0;
		}
		accepted += 1;
		if (accepted <= perMinute) return undefined;
		onRefusal();
		const seconds = Math.ceil((endsMs - Date.now()) / 1000);
		return (response) => json(response, { message: 'Too Many Attempts.' }, 429, { 'retry-after': String(seconds) });
	};
}
