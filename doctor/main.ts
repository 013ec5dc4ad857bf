import { doctorReport } from './command';
import { DoctorError } from './readDocument';

try {
	console.log(doctorReport(process.argv.slice(2)));
} catch (thrown) {
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	console.error(thrown instanceof DoctorError ? message : `The document could not be compared: ${message}`);
	process.exitCode = 1;
}
