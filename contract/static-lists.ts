/** Links that search. */
export const CATEGORIES = [
  'development',
  'business',
  'design',
  'marketing',
  'music',
  'photography',
  'science',
] as const
export const TOPICS = ['HTML', 'CSS', 'javascript', 'react', 'PHP', 'bootstrap'] as const
