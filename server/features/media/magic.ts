type PictureType = 'jpeg' | 'png' | 'webp' | 'gif'

const BEGINNINGS: [PictureType, RegExp][] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF.{4}WEBP/s],
]

/** The type of a file by its first bytes; only the four types that we accept. */
export function typeOf(bytes: Buffer): PictureType | undefined {
  const head = bytes.toString('latin1', 0, 12)
  return BEGINNINGS.find(([, beginning]) => beginning.test(head))?.[0]
}
