import { expect, test } from 'vitest'
import { linkIn, linksIn, playlistsIn } from './pasted-link.ts'

const ID = 'aqz-KE-bpKQ'
const YOUTUBE = { source: 'youtube', key: ID }
const VIMEO = { source: 'vimeo', key: '76979871' }

test.each([
  ID,
  `1. ${ID}`,
  `${ID},`,
  `youtu.be/${ID}`,
  `www.youtube.com/watch?v=${ID}`,
  `YouTube.com/watch?v=${ID}`,
  `https://studio.youtube.com/video/${ID}/edit`,
  `studio.youtube.com/video/${ID}/analytics/tab-overview/period-default`,
  `https://www.youtube.com/watch/?v=${ID}`,
  `https://www.youtube.com/watch?app=desktop&v=${ID}&list=PL1&index=3`,
  `1. https://youtu.be/${ID}`,
  `1.https://youtu.be/${ID}`,
  `12) https://youtu.be/${ID}`,
  `(3) youtu.be/${ID}`,
  `- https://youtu.be/${ID}`,
  `• youtu.be/${ID}`,
  `https://youtu.be/${ID},`,
  `https://youtu.be/${ID};`,
  `https://youtu.be/${ID}.`,
  `<https://youtu.be/${ID}>`,
  `"https://youtu.be/${ID}"`,
  `**https://youtu.be/${ID}**`,
  `\`https://youtu.be/${ID}\``,
  `https://youtu.be/${ID}<br>`,
  `<p>https://youtu.be/${ID}</p>`,
  `https://youtu.be/${ID}|`,
  `Link:https://youtu.be/${ID}`,
  `Video: https://youtu.be/${ID}`,
  `[https://youtu.be/${ID}](https://youtu.be/${ID})`,
  `https://youtu.be/\u200b${ID}\ufeff`,
  `動画：https://youtu.be/${ID}。`,
  `<iframe width="560" height="315" src="https://www.youtube.com/embed/${ID}" title="Lesson" allowfullscreen></iframe>`,
  `<iframe src="https://www.youtube-nocookie.com/embed/${ID}?si=x&amp;rel=0" title="YouTube video player"></iframe>`,
  `<iframe src='//www.youtube.com/embed/${ID}'></iframe>`,
  `12:30 https://youtu.be/${ID} 5:30`,
  `{https://youtu.be/${ID}}`,
  `[video]https://youtu.be/${ID}[/video]`,
  `[embed]https://youtu.be/${ID}[/embed]`,
  `&lt;iframe src=&quot;https://www.youtube.com/embed/${ID}?si=x&amp;amp;rel=0&quot;&gt;&lt;/iframe&gt;`,
  `https://www.youtube.com/watch?v=${ID}&ab_channel=O'Reilly`,
  `https://www.youtube.com/watch?v=${ID}&ab_channel=(x)`,
  `https://www.youtube.com/watch?v=${ID}&ab_channel=Müller`,
  `https://www.youtube.com/watch?ab_channel=Müller&v=${ID}`,
  `<iframe src='https://www.youtube.com/watch?v=${ID}&ab_channel=x'></iframe>`,
  `(see https://youtu.be/${ID}).`,
  `5 min | https://youtu.be/${ID}`,
])('%s is the video, without a title', (line) => {
  expect(linkIn(line)).toEqual({ video: YOUTUBE })
})

test.each([
  'vimeo.com/76979871',
  'https://vimeo.com/manage/videos/76979871',
  'https://vimeo.com/manage/videos/76979871/privacy',
  'vimeo.com/manage/76979871/general',
  'https://vimeo.com/showcase/8585456/video/76979871',
  'https://vimeo.com/showcase/8585456?video=76979871',
  'https://vimeo.com/album/8585456?video=76979871',
  'https://vimeo.com/ondemand/lessons/76979871',
  '2. vimeo.com/76979871.',
  '<div style="padding:56.25% 0 0 0;position:relative;"><iframe src="https://player.vimeo.com/video/76979871?badge=0&amp;app_id=58479" frameborder="0" title="Knots"></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>',
])('%s is the video of Vimeo', (line) => {
  expect(linkIn(line)).toEqual({ video: VIMEO })
})

test('the page of an unlisted video of Vimeo names its hash', () => {
  const video = { ...VIMEO, hash: 'a1b2c3d4e5' }
  expect(linkIn('https://vimeo.com/manage/videos/76979871/a1b2c3d4e5')).toEqual({ video })
  expect(linkIn('<iframe src="https://player.vimeo.com/video/76979871?h=a1b2c3d4e5&amp;x=1">')).toEqual({
    video,
  })
})

test.each([
  ['https://youtu.be/ID?t=90', 90],
  ['https://youtu.be/ID?si=abc&t=90s', 90],
  ['youtu.be/ID?t=1m30s', 90],
  ['https://www.youtube.com/watch?v=ID&t=1h2m3s', 3723],
  ['https://www.youtube.com/watch?v=ID#t=90', 90],
  ['https://www.youtube.com/embed/ID?start=90', 90],
  ['<iframe src="https://www.youtube.com/embed/ID?si=x&amp;start=90" title="Lesson"></iframe>', 90],
  ['https://www.youtube.com/watch?time_continue=90&v=ID', 90],
  ['1. https://youtu.be/ID?t=90,', 90],
  ['https://youtu.be/ID?t=1:30', 90],
  ['https://youtu.be/ID?t=90.5', 90],
  ['https://youtu.be/ID?t=90.5s', 90],
  ['https://www.youtube.com/embed/ID?start=90.7', 90],
  ['https://youtu.be/ID?t=1m%2030s', 90],
  ['https://youtu.be/ID?t=90S', 90],
  ['https://youtu.be/ID?t=1H2M', 3720],
  ['https://youtu.be/ID?t=PT1M30S', 90],
  ['https://youtu.be/ID?t=1%2030', undefined],
  ['https://youtu.be/ID?t=0', undefined],
  ['https://youtu.be/ID?t=soon', undefined],
  ['https://youtu.be/ID?t=-5', undefined],
  ['https://youtu.be/ID?t=99999999', undefined],
])('%s starts at %s', (line, startsAt) => {
  expect(linkIn(line.replace('ID', ID))?.video).toEqual({ ...YOUTUBE, ...(startsAt && { startsAt }) })
})

test.each(['#t=1m30s', '#t=90s', '?t=90'])('vimeo.com/76979871%s starts at 90', (end) => {
  expect(linkIn(`vimeo.com/76979871${end}`)?.video).toEqual({ ...VIMEO, startsAt: 90 })
})

test.each([
  `Closures – https://youtu.be/${ID}`,
  `Closures - youtu.be/${ID}`,
  `Closures: https://youtu.be/${ID}`,
  `Closures | https://youtu.be/${ID}`,
  `Closures\thttps://youtu.be/${ID}`,
  `https://youtu.be/${ID} Closures`,
  `https://youtu.be/${ID} – Closures`,
  `1. Closures – https://youtu.be/${ID}`,
  `1) https://youtu.be/${ID} Closures`,
  `3\tClosures\thttps://youtu.be/${ID}\t5:30`,
  `3,Closures,https://youtu.be/${ID},5:30`,
  `"Closures","https://youtu.be/${ID}","Basics"`,
  `[Closures](https://youtu.be/${ID})`,
  `- [Closures](https://youtu.be/${ID} "On YouTube")`,
  `[![Closures](https://img.youtube.com/vi/${ID}/0.jpg)](https://www.youtube.com/watch?v=${ID})`,
  `<p><a href="https://youtu.be/${ID}">Closures</a></p>`,
  `“Closures” https://youtu.be/${ID}`,
  `Closures (https://youtu.be/${ID})`,
  `Closures <https://youtu.be/${ID}>`,
  ...'‐ ‑ ‒ ― − ⸺ → ➔ -> => / ／ ‣'.split(' ').map((sign) => `Closures ${sign} https://youtu.be/${ID}`),
  `https://youtu.be/${ID} -> Closures`,
  `Closures (see https://youtu.be/${ID})`,
  `Closures(https://youtu.be/${ID})`,
  `Closures[https://youtu.be/${ID}]`,
  `[Closures](https://www.youtube.com/watch?v=${ID}&ab_channel=Müller)`,
  `[url=https://youtu.be/${ID}]Closures[/url]`,
  `"1","Closures","https://youtu.be/${ID}"`,
  `"1";"Closures";"https://youtu.be/${ID}"`,
  `1;Closures;https://youtu.be/${ID};5:30`,
  `| 1 | Closures | https://youtu.be/${ID} |`,
  `| 1 | [Closures](https://youtu.be/${ID}) | Basics |`,
  `5:30\tClosures\thttps://youtu.be/${ID}`,
  `https://youtu.be/${ID}\tClosures\t5:30`,
  `- [x] Closures https://youtu.be/${ID}`,
  `_Closures_ https://youtu.be/${ID}`,
  `„Closures“ – https://youtu.be/${ID}`,
  `‘Closures’ – https://youtu.be/${ID}`,
  `「Closures」 https://youtu.be/${ID}`,
])('%s has the title', (line) => {
  expect(linkIn(line)).toEqual({ video: YOUTUBE, title: 'Closures' })
})

test.each([
  ['What is 2.0 (part 2)?', 'What is 2.0 (part 2)?'],
  ['"Hello" explained', '"Hello" explained'],
  ['"this" and "that"', '"this" and "that"'],
  ['List<T>', 'List<T>'],
  ['__init__', '__init__'],
  ['Closures | JavaScript', 'Closures | JavaScript'],
  ['C# and F#', 'C# and F#'],
  ['Lesson 1: where names live', 'Lesson 1: where names live'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
])('the title %s stays as it is', (text, title) => {
  expect(linkIn(`${text} – https://youtu.be/${ID}`)?.title).toBe(title)
  expect(linkIn(`https://youtu.be/${ID} ${text}`)?.title).toBe(title)
})

test.each([
  'Programming',
  'programming',
  'PROGRAMMING',
  'well-formed',
  'Programming.',
  '1. Programming',
  'Chapter one',
  'e-commerces',
  'JavaScripts',
  'PowerPoints',
  'McDonaldish',
  'iPhone-apps',
  'class-room1',
  '12345678901',
  '1. JavaScripts',
  `word ${ID} word`,
  `https://evil.example/https://youtu.be/${ID}`,
  `https://evil.example/?u=https://youtu.be/${ID}`,
  `https://www.youtube.com@evil.example/watch?v=${ID}`,
  `https://youtube.com.evil.example/watch?v=${ID}`,
  `https://youtu.be/${ID}"onload="alert(1)`,
  `https://youtu.be/${ID}<script>`,
  `https://youtu.be/${ID}\\x`,
  `//youtu.be/${ID}`,
  `javascript:alert(1)//youtu.be/${ID}`,
  'https://www.youtube.com/embed/videoseries?list=PL123',
  'https://www.youtube.com/embed/live_stream?channel=UC123',
  'https://www.youtube.com/@lectern',
  'https://vimeo.com/showcase/8585456',
  '<iframe src="https://example.org/embed/1"></iframe>',
  '',
])('%s is no video', (line) => {
  expect(linkIn(line)).toBeUndefined()
})

test.each([
  ['A B', [undefined, undefined]],
  ['A, B', [undefined, undefined]],
  ['A and B', [undefined, undefined]],
  ['1. A 2. B', [undefined, undefined]],
  ['[A](A) [B](B)', [undefined, undefined]],
  ['Closures: A Hoisting: B', ['Closures', 'Hoisting']],
  ['Closures – A, Hoisting – B', ['Closures', 'Hoisting']],
  ['Closures: A B', ['Closures', undefined]],
  ['A Closures B Hoisting', ['Closures', 'Hoisting']],
  ['A B Hoisting', [undefined, 'Hoisting']],
  ['A [Hoisting](B)', [undefined, 'Hoisting']],
  ['[Closures](A) [Hoisting](B)', ['Closures', 'Hoisting']],
  ['Closures (A), Hoisting (B)', ['Closures', 'Hoisting']],
  ['<a href="A">Closures</a> <a href="B">Hoisting</a>', ['Closures', 'Hoisting']],
  ['<iframe width="5" src="A"></iframe><iframe width="5" src="B"></iframe>', [undefined, undefined]],
  ['Closures\tA\tHoisting\tB', ['Closures', 'Hoisting']],
])('%s links to two videos', (line, [first, second]) => {
  const [a, b] = [`https://youtu.be/${ID}`, 'https://vimeo.com/76979871']
  expect(linksIn(line.replaceAll(/\bA\b/g, a).replaceAll(/\bB\b/g, b))).toEqual([
    { video: YOUTUBE, ...(first !== undefined && { title: first }) },
    { video: VIMEO, ...(second !== undefined && { title: second }) },
  ])
})

test('a line of many links is read in linear time', () => {
  const ids = Array.from({ length: 3000 }, (_, index) => `aaaaaaa${1000 + index}`)
  expect(linksIn(ids.map((id) => `https://youtu.be/${id} `).join('')).map(({ video }) => video.key)).toEqual(
    ids,
  )
})

test.each([
  'https://www.youtube.com/playlist?list=PL123',
  'youtube.com/playlist?list=PL123',
  'My course – https://www.youtube.com/playlist?list=PL123,',
  '<iframe src="https://www.youtube.com/embed/videoseries?si=x&amp;list=PL123"></iframe>',
])('%s is a playlist', (line) => {
  expect(playlistsIn(line)).toEqual(['PL123'])
})

test.each([
  '-',
  '.',
  ' ',
  '"',
  '[',
  '(',
  '<',
  'a',
  'https:',
  '](',
  '1.',
  'A-',
  '-> ',
  '|',
  '\t',
  '{',
  '1 min ',
  '&ab_channel=(',
  '‐>',
])('a line of many %s is read in linear time', (part) => {
  const line = part.repeat(60_000 / part.length)
  expect(linkIn(`${line}x https://youtu.be/${ID}`)?.video).toEqual(YOUTUBE)
  expect(linkIn(`${line}x`)).toBeUndefined()
})
