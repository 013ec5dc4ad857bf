// Keeps the page up to date. An unchanged row stays the same element, and so keeps its place and its selection.
const everyMs = 1000;
// The browser's own zone.
const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const dateAndZone = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

async function look() {
	const address = location.href;
	const text = await textOf(address);
	// The search has changed in the meantime, and another look is under way.
	if (address !== location.href) return;
	document.body.classList.toggle('away', text === null);
	if (text === null) return;
	const page = new DOMParser().parseFromString(text, 'text/html');
	showLocalTimes(page);
	const fresh = [...page.querySelectorAll('section')];
	document.querySelectorAll('section').forEach((section, index) => renew(section, fresh[index]));
}

/** The server writes times in UTC. */
function showLocalTimes(page) {
	for (const time of page.querySelectorAll('time')) {
		const moment = new Date(time.dateTime);
		time.textContent = timeOfDay.format(moment);
		time.title = dateAndZone.format(moment);
	}
}

async function textOf(address) {
	try {
		const answer = await fetch(address);
		return answer.ok ? await answer.text() : null;
	} catch {
		return null;
	}
}

/** Replaces the head of a section if it changed, and its rows by their ids. Keeps an open row and the search field. */
function renew(section, fresh) {
	const [head, list] = partsOf(section);
	const [freshHead, freshList] = partsOf(fresh);
	if (!head.isEqualNode(freshHead)) head.replaceWith(freshHead);
	const present = new Map([...list.children].map((row) => [row.id, row]));
	const rows = [...freshList.children].map((row) => {
		const known = present.get(row.id);
		return known !== undefined && (known.isEqualNode(row) || known.querySelector('[open]')) ? known : row;
	});
	for (const row of present.values()) if (!rows.includes(row)) row.remove();
	rows.forEach((row, index) => {
		if (list.children[index] !== row) list.insertBefore(row, list.children[index]);
	});
}

function partsOf(section) {
	return [section.querySelector(':scope > div'), section.querySelector(':scope > ul')];
}

// Caught in the capture phase, since it does not bubble.
document.addEventListener(
	'toggle',
	async ({ target }) => {
		const link = target.open ? target.querySelector('pre a') : null;
		if (link !== null)
			link.parentElement.textContent = (await textOf(link.href)) ?? 'This request is no longer in the log.';
	},
	true,
);
document.addEventListener('submit', async (event) => {
	event.preventDefault();
	const button = event.submitter;
	// Enter in the search field has no button, and nothing to add.
	if (button === null) return;
	// A second press would undo the first. The next look replaces the button.
	button.disabled = true;
	const answer = await fetch(button.formAction, { method: 'POST' }).catch(() => undefined);
	document.querySelector('.done').textContent = answer?.ok
		? button.dataset.done
		: 'Nothing was changed: this subscriber or the sandbox is gone.';
	await look();
});

document.addEventListener('input', async ({ target }) => {
	const search = target.value.trim();
	history.replaceState(null, '', search === '' ? '/' : `/?${new URLSearchParams({ q: search })}`);
	await look();
});

showLocalTimes(document);
for (;;) {
	await new Promise((next) => setTimeout(next, everyMs));
	if (!document.hidden) await look();
}
