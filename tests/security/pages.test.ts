import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { VISIBILITIES } from '#contract/catalog/visibility.ts'
import { createVisitorCall } from '#server/http/route.ts'
import { type LeakSite, openLeakSite } from '#server/test-leak-site.ts'
import { render } from '#web/app/entry-server.tsx'
import { laterRoutes } from '#web/app/later-routes.ts'
import { routesWith } from '#web/app/routes.tsx'

const ORIGIN = 'https://lectern.example'

/** The path of every screen, with its parameters. */
function pathsOf(routes: readonly RouteObject[], above = ''): string[] {
  return routes.flatMap(({ path, children, index }) => {
    const own = path === undefined ? above : `${above}/${path}`
    if (children) return pathsOf(children, own)
    return path !== undefined || index ? [own || '/'] : []
  })
}

/** The addresses of a path about each of the playlists. A page may repeat the ids in its address, and the words of a search. */
function addressesOf({ playlists, wordOf }: LeakSite, path: string) {
  return VISIBILITIES.flatMap((of) => {
    const { ids } = playlists[of]
    const values: Record<string, string | undefined> = { ...ids, videoId: ids.courseId, id: ids.playlistId }
    const address = path
      .replaceAll(/:(\w+)\??/g, (_, param: string) => values[param] ?? 'x')
      .replace('*', 'nothing')
    return [
      { address, what: 'words' },
      { address: `${address}?key=x`, what: 'words' },
      ...(address === path ? [{ address: `${address}?q=${wordOf(of)}`, what: 'ids' } as const] : []),
    ] as const
  })
}

test('every page that a visitor gets shows public playlists only, in its head and its data, too', async () => {
  const site = await openLeakSite()
  const call = createVisitorCall(site.testApp.context)
  const options = { call, site: { name: 'Lectern', origin: ORIGIN, figures: 'real' as const } }
  const paths = pathsOf(routesWith([laterRoutes]))
  const shown = new Set<string>()
  for (const path of paths) {
    for (const { address, what } of addressesOf(site, path)) {
      const page = JSON.stringify(await render(address, options))
      for (const of of site.shownIn(page, what)) shown.add(`${path} ${of}`)
    }
  }
  expect([...shown].filter((each) => !each.endsWith(' public'))).toEqual([])
  for (const path of [
    '/',
    '/courses',
    '/course-search',
    '/playlist-details/:playlistId',
    '/teacher-profile/:teacherId',
  ])
    expect(shown).toContain(`${path} public`)
  for (const of of VISIBILITIES) {
    const rendered = await render(`/playlist-details/${site.playlists[of].ids.playlistId}`, options)
    expect(rendered).toMatchObject({ status: of === 'public' ? 200 : 404 })
  }
}, 120_000)
