import { join } from 'node:path'

/** Where the pictures are inside the data folder; the database beside it and this are the whole state of a small site. */
export function mediaFolder(dataFolder: string): string {
  return join(dataFolder, 'media')
}
