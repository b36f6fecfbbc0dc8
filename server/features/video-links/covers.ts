import { drawCover } from '#server/features/media/cover-art.ts'
import type { Images } from '#server/features/media/media.ts'

const VARIATIONS = 9

interface CoverOrder {
  playlistId: string
  category: string
  ownerId: string
  count: number
}

/** Names of generated covers, one for each video. There are nine for a playlist, so that 200 videos need no 200 drawings. */
export async function generatedCovers(
  images: Images,
  { playlistId, category, ownerId, count }: CoverOrder,
): Promise<string[]> {
  const names: string[] = []
  for (let each = 0; each < Math.min(count, VARIATIONS); each += 1) {
    const svg = drawCover(`${playlistId}-${each}`, category)
    names.push(await images.saveDrawing(svg, { kind: 'cover', ownerId }))
  }
  return Array.from({ length: count }, (_, index) => names[index % VARIATIONS] ?? '')
}
