// Shows at once what happens in the sandbox. What has not changed stays the same element, and so keeps its scroll
// position, its selection, its focus, and whether it is open.
const everyMs = 1000;
const log = () => document.querySelector('.log');

async function look() {
	const asked = location.href;
	const text = await textOf(asked);
	document.body.classList.toggle('away', text === null);
	// The filter may have been changed meanwhile.
	if (text === null || asked !== location.href) return;
	const fresh = new DOMParser().parseFromString(text, 'text/html');
	const place = placeInLog();
	for (const part of ['header', 'main']) renew(document.querySelector(part), fresh.querySelector(part));
	returnTo(place);
}

async function textOf(address) {
	try {
		const answer = await fetch(address);
		return answer.ok ? await answer.text() : null;
	} catch {
		return null;
	}
}

/** Changes an element into another one, no more of it than is needed. */
function renew(current, fresh) {
	if (current.isEqualNode(fresh) || 'own' in current.dataset) return;
	for (const { name, value } of fresh.attributes)
		if (current.getAttribute(name) !== value) current.setAttribute(name, value);
	for (const { name } of [...current.attributes])
		if (name !== 'open' && !fresh.hasAttribute(name)) current.removeAttribute(name);
	if (current.matches('.rows')) renewRows(current, fresh);
	else if (isAlike(current, fresh))
		current.childNodes.forEach((node, index) => renewNode(node, fresh.childNodes[index]));
	else current.replaceChildren(...fresh.childNodes);
}

function renewNode(current, fresh) {
	if (current.nodeType === Node.ELEMENT_NODE) renew(current, fresh);
	else if (current.nodeValue !== fresh.nodeValue) current.nodeValue = fresh.nodeValue;
}

function isAlike(current, fresh) {
	return (
		current.childNodes.length === fresh.childNodes.length &&
		[...current.childNodes].every(({ nodeName }, index) => nodeName === fresh.childNodes[index].nodeName)
	);
}

/** Each row has an id. */
function renewRows(list, fresh) {
	const wanted = new Set(Array.from(fresh.children, ({ id }) => id));
	const known = new Map();
	for (const row of [...list.children]) {
		if (wanted.has(row.id)) known.set(row.id, row);
		else row.remove();
	}
	let next = list.firstElementChild;
	for (const row of [...fresh.children]) {
		const present = known.get(row.id);
		if (present !== undefined) renew(present, row);
		if (present !== undefined && present === next) next = next.nextElementSibling;
		else list.insertBefore(present ?? row, next);
	}
}

/** The first row in sight, if the list was scrolled. At the top, new rows come into sight. */
function placeInLog() {
	const list = log();
	if (list === null || list.scrollTop === 0) return null;
	const { top } = list.getBoundingClientRect();
	const row = [...list.children].find((child) => child.getBoundingClientRect().bottom > top);
	return row === undefined ? null : { row, top: row.getBoundingClientRect().top };
}

function returnTo(place) {
	if (place?.row.isConnected) log().scrollTop += place.row.getBoundingClientRect().top - place.top;
}

// Caught on its way down, since it does not bubble up.
document.addEventListener(
	'toggle',
	async ({ target }) => {
		const sent = target.open ? target.querySelector('[data-own]') : null;
		const link = sent?.querySelector('a');
		if (link) sent.textContent = (await textOf(link.href)) ?? 'This request is no longer in the log.';
	},
	true,
);
document.addEventListener('submit', async (event) => {
	if (event.submitter?.formMethod !== 'post') return;
	event.preventDefault();
	await fetch(event.submitter.formAction, { method: 'POST' }).catch(() => undefined);
	await look();
});
document.addEventListener('change', ({ target: { form, value } }) => {
	history.replaceState(null, '', value === '' ? form.action : `?operation=${encodeURIComponent(value)}`);
	log()?.scrollTo(0, 0);
	void look();
});

for (;;) {
	await new Promise((next) => setTimeout(next, everyMs));
	if (!document.hidden) await look();
}
