import type { ComponentProps } from 'react'
import { type NavigateOptions, type To, useHref, useLinkClickHandler, useMatch } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<NavigateOptions, 'replace' | 'state'> & { to: To }

/**
 * A link to another screen. React Router's own does the same, but brings the prefetching of its framework mode along,
 * which nothing here uses and every first visit would download.
 */
export function Link({ to, replace, state, onClick, target, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target })
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

/** A link that says with `aria-current` when it leads to where one is; `end`: exactly there, not below it. */
export function NavLink({ to, end, ...rest }: LinkProps & { to: string; end: boolean }) {
  const here = useMatch({ path: to, end }) !== null
  return <Link {...rest} to={to} aria-current={here ? 'page' : undefined} />
}
