import type { DemoPlaylist } from './playlists.ts'

export const DEVELOPMENT: DemoPlaylist[] = [
  {
    title: 'HTML and CSS, Finally Understood',
    category: 'development',
    teacher: 'marta',
    status: 'approved',
    daysAgo: 12,
    description:
      'Eight sittings from an empty file to a page that holds together at every width. We start with what each element means, then boxes, then the two layout models you will use every day.',
    courses: [
      {
        title: 'HTML in a hundred seconds',
        videoId: 'ok-plXXHlWw',
        description: 'What a tag is, and why pages are still made of them.',
      },
      {
        title: 'HTML in one sitting',
        videoId: 'UB1O30fR-EE',
        description:
          'Headings, lists, links, forms: the elements you need for most pages and what each one tells a browser. Build along with a plain text file.',
      },
      {
        title: 'CSS in a hundred seconds',
        videoId: 'OEV8gMkCHXQ',
        description: 'Rules, selectors and the order in which they win, before the long version.',
      },
      {
        title: 'CSS in one sitting',
        videoId: 'yfoY53QXEnI',
        description:
          'Selectors, the cascade and the box model, in the order in which they stop surprising you.',
      },
      {
        title: 'Flexbox without guessing',
        videoId: 'JJSoEo8JSnc',
        description:
          'One axis at a time. By the end you can say what every flex property does before you press save.',
      },
      {
        title: 'Grid for whole pages',
        videoId: 'jV8B24rSN5o',
        description: 'Rows and columns together, named areas, and when a grid beats a row of flex boxes.',
      },
      {
        title: 'Sass, if you like it shorter',
        videoId: 'akDIJa0AP5c',
        description: 'Nesting and variables: what a preprocessor still adds to the CSS of today.',
      },
      {
        title: 'A full page from scratch',
        videoId: 'pQN-pnXPaVg',
        description:
          'A long, slow build of a complete page. Pause often and try the next step yourself first.',
      },
    ],
  },
  {
    title: 'JavaScript From the First Line',
    category: 'development',
    teacher: 'marta',
    status: 'approved',
    daysAgo: 40,
    description:
      'Values, functions, objects and the page itself. Short enough for a weekend, thorough enough that the next tutorial will make sense.',
    courses: [
      {
        title: 'The language in an hour',
        videoId: 'W6NZfCO5SIk',
        description: 'Variables, types, functions. Everything is typed out live and nothing is skipped.',
      },
      {
        title: 'Crash course: the essentials',
        videoId: 'hdI2bqOjy3c',
        description:
          'The same ground at twice the pace, with the document at the end. Good as a second look.',
      },
      {
        title: 'JavaScript in a hundred seconds',
        videoId: 'DHjqpvDnNGE',
        description: 'Where the language came from and why it looks the way it does, told quickly.',
      },
      {
        title: 'A hundred ideas worth knowing',
        videoId: 'lkIFF4maKMU',
        description:
          'A tour of words you will meet: closures, hoisting, the event loop. Note the ones you want to return to.',
      },
      {
        title: 'The long course',
        videoId: 'PkZNo7MFNFg',
        description: 'For the day when you want to practise: small exercises one after the other.',
      },
    ],
  },
  {
    title: 'React for Teams That Ship',
    category: 'development',
    teacher: 'marta',
    status: 'approved',
    daysAgo: 75,
    description:
      'Components, state and data without ceremony, plus the types and the server you will meet on your first day at work.',
    courses: [
      {
        title: 'Components and state',
        videoId: 'w7ejDZ8SWv8',
        description:
          'A small task tracker built from nothing. Watch where each piece of state lives, and why.',
      },
      {
        title: 'The idea in a hundred seconds',
        videoId: 'Tn6-PIqc4UM',
        description: 'What React does and what it leaves to you.',
      },
      {
        title: 'Eight projects, one after the other',
        videoId: 'bMknfKXIFA8',
        description: 'Long, practical, and best taken a chapter a day.',
      },
      {
        title: 'TypeScript in a hundred seconds',
        videoId: 'zQnBQ4tB3ZA',
        description: 'What types add, and how little you have to write to get it.',
      },
      {
        title: 'A server for your pages',
        videoId: 'fBNz5xF-Kx4',
        description: 'Modules, files, requests: enough Node to feed the pages you built.',
      },
    ],
  },
  {
    title: 'Servers, Data and Git',
    category: 'development',
    teacher: 'kwame',
    status: 'processing',
    daysAgo: 4,
    description:
      'Behind every page there is a server, a database and a history. This series makes all three boring, which is what you want them to be.',
    courses: [
      {
        title: 'Node and Express, start to end',
        videoId: 'Oe421EPjeBE',
        description: 'Routes, middleware and errors, built into one application.',
      },
      {
        title: 'SQL for people who avoid it',
        videoId: 'HXV3zeQKqGY',
        description: 'Tables, joins and grouping with one small company as the example.',
      },
      {
        title: 'Git for beginners',
        videoId: 'RGOj5yH7evk',
        description: 'Commits, branches, remotes. You will break things on purpose and bring them back.',
      },
      {
        title: 'Git, the fast version',
        videoId: 'SWYqp7iY_Tc',
        description: 'The ten commands you use every day.',
      },
      {
        title: 'Git in a hundred seconds',
        videoId: 'hwP7WQkmECE',
        description: 'The model behind the commands, in one breath.',
      },
    ],
  },
  {
    title: 'PHP, Page by Page',
    category: 'development',
    teacher: 'kwame',
    status: 'approved',
    daysAgo: 17,
    description:
      'PHP still serves a large part of the web. Four videos from the first echo to a form that writes to a database, with the habits that keep such a page safe.',
    courses: [
      {
        title: 'PHP in a hundred seconds',
        videoId: 'a7_WFUlFS94',
        description: 'Where the language stands today and what it is good at.',
      },
      {
        title: 'Three hours from the first line',
        videoId: 'BUCiSSyIGGU',
        description: 'Variables, arrays, forms and sessions, built up in one small project.',
      },
      {
        title: 'The full course',
        videoId: 'OK_JCtrrv-c',
        description: 'Every part of the language in short chapters. Use it to look things up later.',
      },
      {
        title: 'SQL for the page behind the page',
        videoId: 'zsjvFFKOm3c',
        description: 'The few statements that most PHP pages need, told quickly.',
      },
    ],
  },
  {
    title: 'Bootstrap Without the Boilerplate',
    category: 'design',
    teacher: 'marta',
    status: 'approved',
    daysAgo: 24,
    description:
      'Rows, columns and ready components: enough Bootstrap to build a page by the afternoon, and enough CSS to know when to leave it.',
    courses: [
      {
        title: 'Bootstrap 5 in ninety minutes',
        videoId: '4sosXZsdy-s',
        description: 'Build one landing page and meet the grid, the cards and the navigation bar on the way.',
      },
      {
        title: 'The framework from end to end',
        videoId: '-qfEOE4vtxE',
        description: 'Each component once, with the classes that you will really use.',
      },
      {
        title: 'A portfolio with Bootstrap and Sass',
        videoId: 'iJKCj8uAHz8',
        description: 'Change the colours and spacings at their source instead of fighting them.',
      },
      {
        title: 'What comes after: utility classes',
        videoId: 'mr15Xzb1Ook',
        description: 'Another answer to the same question. Compare the two on one of your own pages.',
      },
    ],
  },
]
