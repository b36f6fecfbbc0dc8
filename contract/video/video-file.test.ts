import { expect, test } from 'vitest'
import { FILE_HEAD_BYTES, isVideoFile } from './video-file.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  )

/** Packets of this length, which begin with the byte of a transport stream after so many other bytes. */
function packets(length: number, before: number): Uint8Array {
  const file = new Uint8Array(FILE_HEAD_BYTES).fill(1)
  for (let at = before; at < file.length; at += length) file[at] = 0x47
  return file
}

test.each([
  ['MP4', bytes([0, 0, 0, 32], 'ftypisom')],
  ['an old MOV', bytes([0, 0, 0, 8], 'wide', [0, 0, 0, 0], 'mdat')],
  ['Matroska or WebM', bytes([0x1a, 0x45, 0xdf, 0xa3])],
  ['AVI', bytes('RIFF', [1, 2, 3, 4], 'AVI ')],
  ['WAV', bytes('RIFF', [1, 2, 3, 4], 'WAVE')],
  ['Ogg', bytes('OggS')],
  ['FLAC', bytes('fLaC')],
  ['MP3 with tags', bytes('ID3')],
  ['MP3', bytes([0xff, 0xfb, 0x90, 0x64])],
  ['MP3 after zeros', bytes([0, 0, 0, 0xff, 0xfb, 0x90, 0x64])],
  ['MPEG', bytes([0, 0, 1, 0xba])],
  ['a transport stream', packets(188, 0)],
  ['a recording that begins within a packet', packets(188, 100)],
  ['a camcorder', packets(192, 4)],
])('%s can be a video', (_, head) => {
  expect(isVideoFile(head)).toBe(true)
})

test.each([
  ['nothing', bytes()],
  ['PDF', bytes('%PDF-1.7')],
  ['a document of Word', bytes('PK', [3, 4, 20, 0, 6, 0])],
  ['a page', bytes('<!doctype html>')],
  ['a playlist', bytes('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd')],
  ['PNG', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a])],
  ['JPEG', bytes([0xff, 0xd8, 0xff, 0xe0])],
  ['WebP', bytes('RIFF', [1, 2, 3, 4], 'WEBP')],
  ['HEIC', bytes([0, 0, 0, 32], 'ftypheic')],
  ['text in UTF-16', bytes([0xff, 0xfe], 'H\0e\0l\0l\0o\0')],
])('%s is no video', (_, head) => {
  expect(isVideoFile(head)).toBe(false)
})
