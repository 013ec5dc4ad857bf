/** Shorter secrets are ordinary words: striking out "test" would spoil every address that holds it. */
const minSecretLength = 12;

/** Strikes a secret, plain and percent-encoded, out of a text that a message shows. */
export function redact(text: string, secret: string): string {
	if (secret.length < minSecretLength) return text;
	return text.replaceAll(secret, '***').replaceAll(encodeURIComponent(secret), '***');
}
