import { useLocation } from 'react-router'
import { loginState } from '#web/core/guard.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import styles from './not-found.module.css'

/** Any unknown path, and known paths whose resource is missing or hidden. */
export function NotFoundPage() {
  return (
    <div className={styles.page}>
      <ScreenTitle screen="Page Not Found" unlisted />
      <Numerals />
      <h1>Page Not Found</h1>
      <p>This address doesn’t lead to a course, a teacher or anything else we know about.</p>
      <TryLogin />
      <LinkButton size="lg" variant="primary" to="/" className={styles.home}>
        Back to home
      </LinkButton>
    </div>
  )
}

/** A playlist may be for others than visitors. Whether it exists makes no difference. */
function TryLogin() {
  const location = useLocation()
  if (useCurrentUser() !== null || !location.pathname.startsWith('/playlist-details/')) return null
  return (
    <p className={styles.login}>
      If you have an account, log in and try again.
      <LinkButton size="sm" to="/login" state={loginState(location)}>
        Login
      </LinkButton>
    </p>
  )
}

const NUMERALS = [
  { numeral: '4', middle: 130, left: -138, poster: '/art/development/hero-5.svg' },
  { numeral: '0', middle: 377, left: 162, poster: '/art/music/hero-2.svg' },
  { numeral: '4', middle: 632, left: 364, poster: '/art/marketing/hero-11.svg' },
]

/** 404, cut out of three posters. */
function Numerals() {
  return (
    <svg className={styles.numerals} viewBox="0 0 760 300" role="img" aria-label="404">
      {NUMERALS.map(({ numeral, middle, left, poster }) => (
        <g key={middle} clipPath={`url(#numeral-${middle})`}>
          <clipPath id={`numeral-${middle}`}>
            <text x={middle} y="272" textAnchor="middle" fontSize="358">
              {numeral}
            </text>
          </clipPath>
          <image x={left} y="-2" width="533" height="300" href={poster} />
        </g>
      ))}
    </svg>
  )
}
