/** What a run has found out about the service by its first updates and toggles; none of it is documented. */
export class ServiceHabits {
	/** Whether an update has to hold all fields: the service empties, or misses, what it leaves out. `undefined` before any update that could tell. */
	updateNeedsAll?: boolean;

	/** How many updates did not tell that. */
	untoldUpdates = 0;

	/** Whether somebody who is unsubscribed has been updated, and is not subscribed by it. */
	leavesUnsubscribed = false;

	/** How many updates of such people did not tell that. */
	untoldStates = 0;

	/** Whom the service showed as subscribed after an update who was not: others who are unsubscribed are not updated then. */
	subscribedByUpdate?: string;

	/** Whether a toggle has brought about the state that was asked for. */
	hasToggled = false;

	/** Of whom it has not, or not visibly: nobody else is toggled then, unless another toggle has. */
	toggledWrongly?: string;
}
