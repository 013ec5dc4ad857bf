export { setUp as default } from './shared-host';
