import type { ComponentProps } from 'react'
import {
  type NavigateOptions,
  type To,
  useHref,
  useLinkClickHandler,
  useLocation,
  useMatch,
} from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<NavigateOptions, 'replace' | 'state'> & { to: To }

/** Absent on the server, where nobody follows a link. */
const stillness = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)')

/** Whether one screen may fade into the next: where the browser can, and the person did not ask for stillness. */
export const fades = (): boolean =>
  stillness !== undefined && !stillness.matches && 'startViewTransition' in document

/**
 * A link to another screen. React Router's own does the same, but brings the prefetching of its framework mode along,
 * which nothing here uses and every first visit would download.
 */
export function Link({ to, replace, state, onClick, target, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    replace,
    state,
    target,
    viewTransition: fades(),
  })
  return (
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}

type NavLinkProps = LinkProps & {
  to: string
  /** Exactly there, not below it. */
  end: boolean
  /** Beginnings of further addresses that belong to it. */
  also?: readonly string[]
}

/** A link that says with `aria-current` when it leads to where one is. */
export function NavLink({ to, end, also = [], ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const there = useMatch({ path: to, end }) !== null
  const here = there || also.some((beginning) => pathname.startsWith(beginning))
  return <Link {...rest} to={to} aria-current={here ? 'page' : undefined} />
}
