import type { ContactList } from './contact-list';
import type { Campaign, Moment } from './records';
import type { SandboxContext } from './store';

/** Emails that a campaign sends per minute. */
const campaignPace = 12;

/** Continues the campaigns in progress. There is no timer, so that tests can use their own clock. */
export function advanceClock(context: SandboxContext): void {
	const now = context.now();
	for (const campaign of context.store.campaigns) if (campaign.status === 'sending') sendOn(context, campaign, now);
}

function sendOn({ store, faker }: SandboxContext, campaign: Campaign, now: Moment): void {
	const since = campaign.sendingSince ?? now;
	const paced = Math.floor(((now - since) / 60_000) * campaignPace);
	if (paced <= campaign.sent) return;
	const list = store.contactLists.find(({ uuid }) => uuid === campaign.contactListUuid);
	const recipients = list === undefined ? [] : recipientsOf(list, since);
	for (const subscriber of recipients.slice(campaign.sent, paced)) {
		const sentAt = since + Math.round(((campaign.sent + 1) / campaignPace) * 60_000);
		subscriber.mails.push({
			uuid: faker.string.uuid(),
			subject: campaign.name,
			createdAt: sentAt,
			sentAt,
			openedAt: null,
			clickedAt: null,
		});
		campaign.sent += 1;
	}
	if (campaign.sent >= recipients.length) campaign.status = 'sent';
}

/** The recipients of a campaign: those subscribed when it began. */
export function recipientsOf(list: ContactList, since: Moment) {
	return list.subscribers.filter(
		({ createdAt, unsubscribedAt }) => createdAt <= since && (unsubscribedAt === null || unsubscribedAt > since),
	);
}
