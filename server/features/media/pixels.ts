import type { PictureKind, Pixels } from './decode.ts'
import type { Picture } from './encode.ts'

/** Loads the large native image library on first use. */
async function load() {
  const [{ decodeDrawing, decodePicture }, { encode }] = await Promise.all([
    import('./decode.ts'),
    import('./encode.ts'),
  ])
  return { decodeDrawing, decodePicture, encode }
}

/** As `decodePicture`, and encoded in every width. */
export async function pictureOf(bytes: Buffer, kind: PictureKind): Promise<Picture> {
  const { decodePicture, encode } = await load()
  return encode(await decodePicture(bytes, kind), kind)
}

/** As `decodeDrawing`: run one at a time. */
export async function drawingOf(svg: string, kind: PictureKind): Promise<Pixels> {
  return (await load()).decodeDrawing(svg, kind)
}

export async function encodedOf(pixels: Pixels, kind: PictureKind): Promise<Picture> {
  return (await load()).encode(pixels, kind)
}
