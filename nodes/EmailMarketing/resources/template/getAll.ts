export * from '../contactList/getAll';
