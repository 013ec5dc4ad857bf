export { tearDown as default } from './shared-host';
