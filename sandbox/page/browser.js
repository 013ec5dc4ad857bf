// Keeps the page up to date. An unchanged row stays the same element, and so keeps its place and its selection.
const everyMs = 1000;

async function look() {
	const text = await textOf(location.href);
	document.body.classList.toggle('away', text === null);
	if (text === null) return;
	const fresh = [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('section')];
	document.querySelectorAll('section').forEach((section, index) => renew(section, fresh[index]));
}

async function textOf(address) {
	try {
		const answer = await fetch(address);
		return answer.ok ? await answer.text() : null;
	} catch {
		return null;
	}
}

/** Replaces the head of a section if it changed, and its rows by their ids. An open row is kept. */
function renew({ children: [head, list] }, { children: [freshHead, freshList] }) {
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
	await fetch(event.submitter.formAction, { method: 'POST' }).catch(() => undefined);
	await look();
});

for (;;) {
	await new Promise((next) => setTimeout(next, everyMs));
	if (!document.hidden) await look();
}
