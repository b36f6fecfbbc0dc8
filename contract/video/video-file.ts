/** How many bytes of a file say whether it is a video. */
export const FILE_HEAD_BYTES = 4096

/** The first atoms of MP4 and MOV; `ftyp` of nearly all files. */
const MOV_ATOMS = ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'uuid']
/** Still pictures have the same container as MP4. */
const PICTURE_BRANDS = ['heic', 'heix', 'mif1', 'msf1', 'avif', 'avis']
/** A packet of a transport stream, as broadcast, with the time of a camera, or with a checksum. */
const TS_PACKETS = [188, 192, 204]
const TS_SYNC = 0x47
const TS_IN_A_ROW = 4

/**
 * Whether a file is a video or sound in a container that we can read, by its first 4 KB. Browser and server ask it before they
 * send or keep a file. Only the preparation finds out whether it plays.
 */
export function isVideoFile(head: Uint8Array): boolean {
  const text = (from: number, length = 4) => String.fromCharCode(...head.subarray(from, from + length))
  const starts = text(0)
  if (MOV_ATOMS.includes(text(4))) return !(text(4) === 'ftyp' && PICTURE_BRANDS.includes(text(8)))
  if (['RIFF', 'RF64', 'BW64'].includes(starts)) return ['AVI ', 'AVIX', 'WAVE'].includes(text(8))
  if (starts === 'OggS' || starts === 'fLaC' || starts.startsWith('ID3')) return true
  return isMatroska(head) || isProgramStream(head) || isTransportStream(head) || isMp3(head)
}

const isMatroska = (head: Uint8Array) => startsWith(head, [0x1a, 0x45, 0xdf, 0xa3])

/** A pack, a system header or a sequence of MPEG 1 or 2. */
const isProgramStream = (head: Uint8Array) =>
  [0xba, 0xbb, 0xb3].some((code) => startsWith(head, [0, 0, 1, code]))

const startsWith = (head: Uint8Array, bytes: readonly number[]) =>
  bytes.every((byte, index) => head[index] === byte)

/** A recording may begin in the middle of a packet. */
function isTransportStream(head: Uint8Array): boolean {
  return TS_PACKETS.some((length) => {
    for (let at = 0; at < length && at + length * (TS_IN_A_ROW - 1) < head.length; at += 1)
      if (Array.from({ length: TS_IN_A_ROW }, (_, n) => head[at + n * length]).every((b) => b === TS_SYNC))
        return true
    return false
  })
}

/** The header of a frame of layer 2 or 3, perhaps after zeros. Layer 1 would also be the mark of UTF-16 text. */
function isMp3(head: Uint8Array): boolean {
  const at = head.findIndex((byte) => byte !== 0)
  const [sync = 0, kind = 0, rate = 0] = head.subarray(Math.max(0, at), at + 3)
  const layer = (kind >> 1) & 3
  return (
    sync === 0xff &&
    kind >= 0xe0 &&
    (layer === 1 || layer === 2) &&
    rate >> 4 !== 15 &&
    ((rate >> 2) & 3) !== 3
  )
}
