import { withFault } from './faults';
import type { ServedList } from './serveList';

export const perMinute = 60;

/** Laravel's limiter: a window begins with its first request, and refused requests do not count. */
export function throttle(onRefusal: () => void, limit = perMinute, windowMs = 60_000): ServedList['onRequest'] {
	let endsMs = 0;
	let accepted = 0;
	return () => {
		if (Date.now() >= endsMs) {
			endsMs = Date.now() + windowMs;
			accepted = 0;
		}
		accepted += 1;
		if (accepted <= limit) return undefined;
		onRefusal();
		return withFault('429-seconds', Math.ceil((endsMs - Date.now()) / 1000));
	};
}
