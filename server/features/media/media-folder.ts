import { join } from 'node:path'

/** The folder of the pictures in the data folder; with the database it is the whole state of a small site. */
export function mediaFolder(dataFolder: string): string {
  return join(dataFolder, 'media')
}
