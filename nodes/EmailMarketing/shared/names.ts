/** Every name a person may meet in a message → the name of the parameter in the node's panel. */
const displayNames: Readonly<Record<string, string>> = {
	campaign: 'Campaign',
	contact_list: 'Contact List',
	contactList: 'Contact List',
	domain: 'Domain',
	email: 'Email',
	first_name: 'First Name',
	from_email: 'From Email',
	from_name: 'From Name',
	html: 'HTML',
	last_name: 'Last Name',
	name: 'Name',
	reply_to_email: 'Reply To Email',
	reply_to_name: 'Reply To Name',
	subject: 'Subject',
	subscriber: 'Subscriber',
	subscribers: 'Subscribers',
	tags: 'Tags',
	template: 'Template',
	text: 'Text',
	to_email: 'To Email',
	to_name: 'To Name',
};

/**
 * The parameter's display name for a field of the API or a placeholder of a path.
 * Dotted fields keep their place: `subscribers.3.email` gives `Email (subscribers.3.email)`.
 */
export function displayNameOf(field: string): string {
	const own = Object.hasOwn(displayNames, field) ? displayNames[field] : undefined;
	if (own !== undefined) return own;
	const last = field.split('.').find((part) => Object.hasOwn(displayNames, part) && part !== 'subscribers');
	return last === undefined ? field : `${displayNames[last]} (${field})`;
}
