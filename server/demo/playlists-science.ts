import type { DemoPlaylist } from './playlists.ts'

export const SCIENCE: DemoPlaylist[] = [
  {
    title: 'Calculus You Can See',
    category: 'science',
    teacher: 'kwame',
    status: 'approved',
    daysAgo: 20,
    description:
      'The ideas of calculus as pictures first and formulas second. No tricks to memorise; each rule is something you could have drawn yourself.',
    courses: [
      {
        title: 'The essence of calculus',
        videoId: 'WUvTyaaNkzM',
        description: 'A circle, cut into rings, and the question that opens the whole subject.',
      },
      {
        title: 'The paradox of the derivative',
        videoId: '9vKqVkMQHKk',
        description: 'What an instantaneous rate of change could mean, when nothing changes in an instant.',
      },
      {
        title: 'Derivatives through geometry',
        videoId: 'S0_qX4VJhMQ',
        description: 'The power rule as the edge of a growing square.',
      },
      {
        title: 'Chain rule and product rule, drawn',
        videoId: 'YG15m2VwSjA',
        description: 'Two rules that look like algebra and are really about area.',
      },
      {
        title: 'What is so special about e',
        videoId: 'm2MIpDrF7Es',
        description: 'The number whose growth is its own size.',
      },
      {
        title: 'Curves that are no functions',
        videoId: 'qb40J4N1fa4',
        description: 'Implicit differentiation: tiny steps that have to stay on a circle.',
      },
      {
        title: 'What a limit says',
        videoId: 'kfF40MiS7zA',
        description: 'Approaching without arriving, in words that can be checked.',
      },
      {
        title: 'Integrals and the way back',
        videoId: 'rfG8ce4nNh0',
        description: 'How far a car went, when only its speed is known.',
      },
      {
        title: 'What area has to do with slope',
        videoId: 'FnJqaIESC2s',
        description: 'An average over a curve, and why the two halves of calculus meet in it.',
      },
      {
        title: 'The change of a change',
        videoId: 'BLkz5LGWihw',
        description: 'Second derivatives, seen in a graph and felt in a car.',
      },
      {
        title: 'Taylor series',
        videoId: '3d6DsjIBzJ4',
        description: 'Polynomials that imitate other curves, one derivative at a time.',
      },
      {
        title: 'Another way to see a derivative',
        videoId: 'CfW845LNObM',
        description: 'Stretching and squeezing of a line instead of slopes.',
      },
    ],
  },
  {
    title: 'Neural Networks, Drawn',
    category: 'science',
    teacher: 'kwame',
    status: 'approved',
    daysAgo: 55,
    description:
      'What a network is, how it learns, and why the arithmetic works. The pictures carry the argument; school algebra is enough.',
    courses: [
      {
        title: 'But what is a neural network?',
        videoId: 'aircAruvnKk',
        description: 'Layers, weights and a pile of handwritten digits.',
      },
      {
        title: 'How machines learn: gradient descent',
        videoId: 'IHZwWFHWa-w',
        description: 'Walking downhill in thirteen thousand dimensions.',
      },
      {
        title: 'What backpropagation is doing',
        videoId: 'Ilg3gGewQ5U',
        description: 'Each example asks for a nudge; learning is the average of the nudges.',
      },
      {
        title: 'Backpropagation, with the calculus',
        videoId: 'tIeHLnjs5U8',
        description: 'The same idea with symbols. Take it slowly.',
      },
      {
        title: 'But what is the Fourier transform?',
        videoId: 'spUNpyF58BY',
        description: 'Winding a signal round a circle to find what it is made of.',
      },
    ],
  },
  {
    title: 'Linear Algebra for the Eyes',
    category: 'science',
    teacher: 'tomas',
    status: 'approved',
    daysAgo: 110,
    description:
      'Vectors and matrices as movements of space. After this, the numbers in a matrix are places where things land.',
    courses: [
      {
        title: 'Vectors, what even are they?',
        videoId: 'fNk_zzaMoSs',
        description: 'Arrows, lists, and why both are right.',
      },
      {
        title: 'Span and basis',
        videoId: 'k7RM-ot2NWY',
        description: 'Everything you can reach, and the smallest set that gets you there.',
      },
      {
        title: 'Matrices as movement',
        videoId: 'kYB8IZa5AuE',
        description: 'Read a matrix as where two arrows go.',
      },
      {
        title: 'Multiplying is composing',
        videoId: 'XkY2DOUCWMU',
        description: 'One movement after another, and why the order matters.',
      },
      {
        title: 'Into three dimensions',
        videoId: 'rHLEWRxRGiM',
        description: 'The same ideas with one more arrow.',
      },
      {
        title: 'The determinant',
        videoId: 'Ip3X9LOh2dk',
        description: 'By how much a movement scales an area, and what a negative answer means.',
      },
      {
        title: 'Inverses, rank and what is lost',
        videoId: 'uQhTuRlWMxw',
        description: 'When a movement can be taken back, and when it cannot.',
      },
      {
        title: 'Between dimensions',
        videoId: 'v8VSDg_WQlA',
        description: 'Matrices that are not square, as movements from one space into another.',
      },
      {
        title: 'The dot product',
        videoId: 'LyGKycYT2v0',
        description: 'Why a shadow on a line is the same as a sum of products.',
      },
    ],
  },
]
