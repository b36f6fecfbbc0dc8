import { drawCover } from '#server/features/media/cover-art.ts'
import type { Images } from '#server/features/media/media.ts'
import { drawPortrait } from '#server/features/media/portrait.ts'
import { DEMO_PEOPLE } from './people.ts'
import type { DemoPlaylist } from './playlists.ts'

/** Node's default number of worker threads. */
const AT_ONCE = 4

export interface DemoImages {
  portraitOf: (personKey: string) => string
  coverOf: (title: string) => string
}

const THIRDS = [0, 1, 2] as const
const third = (index: number) => THIRDS[index % THIRDS.length]

/** Generates and stores every picture of the demo; reports its progress to `step`. */
export async function drawDemo(
  images: Images,
  playlists: DemoPlaylist[],
  step: (done: number, all: number) => void,
): Promise<DemoImages> {
  const drawings = [...portraits(), ...playlists.flatMap(covers)]
  const names = new Map<string, string>()
  for (let from = 0; from < drawings.length; from += AT_ONCE) {
    const some = drawings.slice(from, from + AT_ONCE)
    await Promise.all(
      some.map(async ({ key, kind, svg }) => names.set(key, await images.saveDrawing(svg, { kind }))),
    )
    step(names.size, drawings.length)
  }
  const nameOf = (key: string) => names.get(key) ?? ''
  return { portraitOf: (key) => nameOf(`person/${key}`), coverOf: nameOf }
}

interface Drawing {
  key: string
  kind: 'cover' | 'portrait'
  svg: string
}

function portraits(): Drawing[] {
  return DEMO_PEOPLE.map(({ key, username, look }) => ({
    key: `person/${key}`,
    kind: 'portrait',
    svg: drawPortrait(username, look),
  }))
}

/** The videos of a playlist share its palette. */
function covers({ title, category, courses }: DemoPlaylist, index: number): Drawing[] {
  const palette = third(index)
  const own: Drawing = { key: title, kind: 'cover', svg: drawCover(title, category, { palette }) }
  const each = courses.map((course, position): Drawing => {
    const key = `${title}/${course.title}`
    return { key, kind: 'cover', svg: drawCover(key, category, { palette, variant: third(position) }) }
  })
  return [own, ...each]
}
