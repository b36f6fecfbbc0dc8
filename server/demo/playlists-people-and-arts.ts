import type { DemoPlaylist } from './playlists.ts'

export const PEOPLE_AND_ARTS: DemoPlaylist[] = [
  {
    title: 'Leading Small Teams',
    category: 'business',
    teacher: 'tomas',
    status: 'approved',
    daysAgo: 30,
    description:
      'Five talks and the notes to go with them: purpose, perseverance, attention, candour. Watch one before a team meeting and spend ten minutes on it together.',
    courses: [
      {
        title: 'Start with why',
        videoId: 'qp0HIF3SfI4',
        description: 'What people follow when they follow somebody.',
      },
      {
        title: 'Grit',
        videoId: 'H14bBuluwB8',
        description: 'What lasts longer than talent, and what we do not yet know about it.',
      },
      {
        title: 'Three stories',
        videoId: 'UF8uR6Z6KLc',
        description: 'Connecting the dots, love and loss, and the end. A speech worth rereading.',
      },
      {
        title: 'Inside a procrastinator',
        videoId: 'arj7oStGLkU',
        description: 'Funny and then serious: deadlines, and the work that has none.',
      },
      {
        title: 'The power of vulnerability',
        videoId: 'iCvmsMzlF7o',
        description: 'Why admitting what you do not know makes a team faster.',
      },
    ],
  },
  {
    title: 'Say It So People Listen',
    category: 'marketing',
    teacher: 'tomas',
    status: 'approved',
    daysAgo: 64,
    description:
      'Voice, posture, structure, story. Five lessons for anyone who has to explain a product to people who did not ask.',
    courses: [
      {
        title: 'How to speak so that people want to listen',
        videoId: 'eIho2S0ZahI',
        description: 'Four habits to lose and four to keep.',
      },
      {
        title: 'Your body speaks first',
        videoId: 'Ks-_Mh1QhMc',
        description: 'What a room reads before you say a word; keep the debate about the study in mind.',
      },
      {
        title: 'How to speak',
        videoId: 'Unzc731iCUY',
        description: 'A famous lecture about lectures: props, boards, beginnings and endings.',
      },
      {
        title: 'A talk that keeps a room',
        videoId: 'iG9CE55wbtY',
        description: 'Watch how a joke sets up an argument. Count the pauses.',
      },
      {
        title: 'From reason to slogan',
        videoId: 'qp0HIF3SfI4',
        description:
          'The same talk as in Leading Small Teams, this time with a pencil: rewrite your home page after it.',
        status: 'pending',
      },
    ],
  },
  {
    title: 'Short Films, Frame by Frame',
    category: 'design',
    teacher: 'aiko',
    status: 'approved',
    daysAgo: 8,
    description:
      'Five open films, studied for colour, staging and timing. Bring a sketchbook: every lesson ends with a thumbnail exercise.',
    courses: [
      {
        title: 'Big shapes, clear jokes',
        videoId: 'aqz-KE-bpKQ',
        description: 'Staging so plain that it reads with the sound off.',
      },
      {
        title: 'Colour as a story',
        videoId: 'eRsGyueVLvQ',
        description: 'Follow the palette from snow to fire and back.',
      },
      {
        title: 'Stylised worlds',
        videoId: 'WhWc3b3KhnY',
        description: 'How brush strokes and depth live in one frame.',
      },
      {
        title: 'Timing a punchline',
        videoId: 'mN0zPOpADL4',
        description: 'Count the frames before each cut.',
      },
      {
        title: 'One gag, well built',
        videoId: 'SkVqJ1SGeL0',
        description: 'A snack, a llama and a rule of three.',
      },
    ],
  },
  {
    title: 'Light, Lens and Motion',
    category: 'photography',
    teacher: 'aiko',
    status: 'approved',
    daysAgo: 90,
    description:
      'Where the light comes from, where the lens stands, what moves and what does not. Films instead of slides, so that you see each choice in time.',
    courses: [
      {
        title: 'Real faces, drawn machines',
        videoId: 'R6MlUcmOul8',
        description: 'Matching light between a camera and a computer.',
      },
      {
        title: 'The first experiment',
        videoId: 'TLkA0RELQ1g',
        description: 'Harsh light and deep space in one of the earliest open films.',
      },
      {
        title: 'Contrast and grit',
        videoId: 'UXqq0ZvbOnk',
        description: 'Hard edges, small lamps and a lot of darkness.',
      },
      {
        title: 'Fog, fire and felt',
        videoId: '_cMxraX_5RE',
        description: 'A storybook palette, lit like a set.',
      },
      {
        title: 'Two characters, one room',
        videoId: 'u9lj-c29dxI',
        description: 'Keeping the eye on the right face.',
        status: 'pending',
      },
    ],
  },
  {
    title: 'Songs, Taken Apart',
    category: 'music',
    teacher: 'tomas',
    status: 'approved',
    daysAgo: 27,
    description:
      'What makes a chorus land? We listen to songs everyone knows, look at the theory behind them, and rebuild a few bars each time.',
    courses: [
      {
        title: 'Music theory in half an hour',
        videoId: 'rgaTLrZGlk0',
        description: 'Notes, scales, chords and keys, in one quick pass.',
      },
      {
        title: 'A bass line you cannot forget',
        videoId: 'dQw4w9WgXcQ',
        description: 'Count the bars before the voice comes in and listen to what the bass does next.',
        status: 'cancel',
      },
      {
        title: 'Four chords, one summer',
        videoId: 'kJQP7kiw5Fk',
        description: 'How an arrangement grows while the harmony stands still.',
      },
      {
        title: 'Hooks without words',
        videoId: '9bZkp7q19f0',
        description: 'Rhythm first: tap along and write down what you tapped.',
      },
      {
        title: 'Sound, wound round a circle',
        videoId: 'spUNpyF58BY',
        description: 'The picture behind every equaliser.',
      },
    ],
  },
  {
    title: 'Four Talks for Monday Morning',
    category: 'business',
    teacher: 'tomas',
    status: 'pending',
    daysAgo: 2,
    description:
      'One talk a week, fifteen minutes each, and a question to begin the meeting with. None of them needs slides.',
    courses: [
      {
        title: 'How a movement starts',
        videoId: 'V74AxCqOTvg',
        description: 'Three minutes about the second person who joins.',
        status: 'pending',
      },
      {
        title: 'Replying to spam',
        videoId: '_QdPW8JrYzQ',
        description: 'What happens when somebody answers every letter, and why patience is funny.',
        status: 'pending',
      },
      {
        title: 'Grit, once more',
        videoId: 'H14bBuluwB8',
        description: 'Watch it again and disagree with one sentence of it.',
        status: 'pending',
      },
      {
        title: 'Deadlines that nobody sets',
        videoId: 'arj7oStGLkU',
        description: 'For the work that has no end date: find one together.',
        status: 'pending',
      },
    ],
  },
]
