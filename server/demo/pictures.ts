import { drawCover } from '#server/features/media/cover-art.ts'
import type { ImageOrder, Images } from '#server/features/media/media.ts'
import { drawPortrait } from '#server/features/media/portrait.ts'
import type { DemoContent } from './content.ts'

/** Node's default number of worker threads. */
const AT_ONCE = 4
const THIRDS = [0, 1, 2] as const
const third = (index: number) => THIRDS[index % THIRDS.length]

interface Drawing {
  key: string
  kind: ImageOrder['kind']
  svg: string
}

export type DemoPictures = ReadonlyMap<string, string>

/** Draws and stores every picture of the demo; reports its progress to `step`. */
export async function drawPictures(
  images: Images,
  content: DemoContent,
  step: (done: number, all: number) => void,
): Promise<DemoPictures> {
  const drawings = drawingsOf(content)
  const names = new Map<string, string>()
  for (let from = 0; from < drawings.length; from += AT_ONCE) {
    const some = drawings.slice(from, from + AT_ONCE)
    await Promise.all(
      some.map(async ({ key, kind, svg }) => names.set(key, await images.saveDrawing(svg, { kind }))),
    )
    step(names.size, drawings.length)
  }
  return names
}

export function pictureOf(pictures: DemoPictures, key: string): string {
  const name = pictures.get(key)
  if (name === undefined) throw new Error(`The demo has no picture of ${key}.`)
  return name
}

function drawingsOf({ people, playlists }: DemoContent): Drawing[] {
  const portraits = people.map(
    ({ key, username, look }): Drawing => ({ key, kind: 'portrait', svg: drawPortrait(username, look) }),
  )
  const covers = playlists.flatMap(({ title, category, courses }, index) => {
    const cover = (key: string, variant?: 0 | 1 | 2): Drawing => ({
      key,
      kind: 'cover',
      svg: drawCover(key, category, { palette: third(index), variant }),
    })
    return [cover(title), ...courses.map((course, nth) => cover(`${title}/${course.title}`, third(nth)))]
  })
  return [...portraits, ...covers]
}
