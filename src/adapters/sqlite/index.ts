export { type DataDirectory, openDataDirectory, openDataDirectoryForReading } from './data-directory.ts';
