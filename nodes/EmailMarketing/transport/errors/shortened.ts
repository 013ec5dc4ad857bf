const maxLength = 300;

/** Where the service's own program tells its way: of Python, of JavaScript and Java, of PHP. It helps nobody here, and names files of the service. */
const trace = /Traceback \(|[Ss]tack trace:|#0 \/|^[ \t]*at [^\n(]*\([^\n]*:\d+\)/m;

/** What the service says as one line of readable length, without the traces of its program, or `undefined` where it says nothing. */
export function shortened(text: string): string | undefined {
	const [said = ''] = text.split(trace, 1);
	const line = said.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	if (line === '') return undefined;
	return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
