const dayMs = 24 * 60 * 60 * 1000;

/** The subscriber at a place of a list. */
export const personAt = (place: number) => ({
	email: `person${place}@example.com`,
	first_name: 'Ada',
	last_name: `No. ${place}`,
});

/**
 * Subscribers who came one after the other in so many days up to now, of whom every fifth has left.
 * @param days undefined if they came at the same time long ago, and are still there
 */
export function peopleOf(count: number, days?: number) {
	return Array.from({ length: count }, (_, place) =>
		days === undefined ? personAt(place) : { ...personAt(place), ...timesAt(place, count, days) },
	);
}

function timesAt(place: number, count: number, days: number) {
	const agoMs = days * dayMs * (1 - (place + 1) / (count + 1));
	const createdAt = timestamp(agoMs);
	// At any time since, as evenly as the golden ratio does it.
	const leftAt = place % 5 === 0 ? timestamp(agoMs * ((place * 0.618_034) % 1)) : null;
	return {
		is_subscribed: leftAt === null,
		unsubscribed_at: leftAt,
		created_at: createdAt,
		updated_at: leftAt ?? createdAt,
	};
}

/** A time as Laravel writes it, which keeps whole seconds. */
function timestamp(agoMs: number): string {
	return new Date(Date.now() - agoMs).toISOString().replace(/\.\d+Z/, '.000000Z');
}
