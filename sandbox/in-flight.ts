/** Counts the calls that are going on at the same time. */
export interface InFlight {
	enter: () => void;
	leave: () => void;
	/** The most there were at once. */
	peak: () => number;
	/** Forgets the peak. */
	restart: () => void;
}

export function createInFlight(): InFlight {
	let present = 0;
	let peak = 0;
	return {
		enter() {
			present += 1;
			peak = Math.max(peak, present);
		},
		leave() {
			present -= 1;
		},
		peak: () => peak,
		restart() {
			peak = present;
		},
	};
}
