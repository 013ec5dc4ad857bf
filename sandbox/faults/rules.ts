/** What is wrong with a value, by the field it is in. */
export type ValidationIssue = [field: string, text: string];

/** Looks at a value and says what is wrong with it. `field` is its place, as in `script.0.fault`. */
export type Rule = (value: unknown, field: string) => ValidationIssue[];

export function numberFrom(min: number, max: number): Rule {
	return (value, field) =>
		typeof value === 'number' && value >= min && value <= max
			? []
			: [[field, `The ${field} must be a number from ${min} to ${max}.`]];
}

export function wholeNumberFrom(min: number): Rule {
	return (value, field) =>
		Number.isSafeInteger(value) && Number(value) >= min
			? []
			: [[field, `The ${field} must be a whole number of at least ${min}.`]];
}

export function positive(value: unknown, field: string): ValidationIssue[] {
	return Number.isFinite(value) && Number(value) > 0 ? [] : [[field, `The ${field} must be a number above 0.`]];
}

/** @param what What the names name: "fault". */
export function oneOf(names: readonly string[], what: string): Rule {
	return (value, field) =>
		names.some((name) => name === value)
			? []
			: [[field, `The ${field} is no ${what}: ${shown(value)}. The ${what}s are: ${names.join(', ')}.`]];
}

export function listOf(rule: Rule, least = 0): Rule {
	return (value, field) => {
		if (!Array.isArray(value) || value.length < least)
			return [[field, `The ${field} must be a list${least > 0 ? ' with something in it' : ''}.`]];
		return value.flatMap((entry, index) => rule(entry, `${field}.${index}`));
	};
}

/** An object with these settings and no others. */
export function objectOf(rules: Readonly<Record<string, Rule>>, required: readonly string[] = []): Rule {
	return (value, field) => {
		if (typeof value !== 'object' || value === null || Array.isArray(value))
			return [[field, `The ${field || 'fault plan'} must be an object.`]];
		const path = (name: string) => (field === '' ? name : `${field}.${name}`);
		const missing = required
			.filter((name) => !Object.hasOwn(value, name))
			.map((name): ValidationIssue => [path(name), `The ${path(name)} is missing.`]);
		const wrong = Object.entries(value).flatMap(([name, setting]): ValidationIssue[] => {
			const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
			if (rule === undefined)
				return [
					[path(name), `There is no setting ${shown(path(name))}. The settings are: ${Object.keys(rules).join(', ')}.`],
				];
			return setting === undefined ? [] : rule(setting, path(name));
		});
		return [...missing, ...wrong];
	};
}

const longestShown = 60;

/** What was given, in a few characters of one line, however long or deep it is. */
function shown(value: unknown): string {
	if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
	if (typeof value !== 'string') return String(value);
	return JSON.stringify(value.length > longestShown ? `${value.slice(0, longestShown)}…` : value);
}
