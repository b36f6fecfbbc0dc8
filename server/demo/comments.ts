/** Comments of the demo's students, chosen by the seeded random numbers. */
export const DEMO_COMMENTS: readonly [string, ...string[]] = [
  'I watched this twice and it finally clicked on the second pass. The picture in the middle is the one to remember.',
  'Paused half-way and tried it myself first. Got it almost right.',
  'Could you say a little more about the last step? I followed everything up to there.',
  'This is the clearest explanation I have found so far.',
  'Not my field at all, just curious. Followed all of it.',
  'The exercise at the end took me an hour and it was worth it.',
  'Used this at work today and found two real mistakes of ours.',
  'I would love a longer version of this one.',
  'Shared it with my study group. We are doing one video a week.',
  'What should I watch next if I liked this?',
  'The pace is just right. Thank you for not rushing.',
  'Took notes on paper for the first time in years.',
  'Is there a reason to do it in this order? I would have started from the example.',
  'My favourite of the series.',
  'The comparison helped more than the definition.',
]
