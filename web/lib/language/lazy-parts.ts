// Components that are loaded lazily together with the interface texts that they show.
import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import { loadInterfaceTextGroup, loadScreenTexts } from './load-interface-text-group.ts'

/** Like React's `lazy`, but also loads the interface texts that the component shows. */
// biome-ignore lint/suspicious/noExplicitAny: the type of the props follows from the component, as in React's `lazy`
export function lazyLoadComponentAndTexts<Component extends ComponentType<any>>(
  load: () => Promise<Component>,
) {
  return lazy(async () => {
    const [part] = await Promise.all([load(), loadScreenTexts()])
    return { default: part }
  })
}

/** Like the router's `lazyRouteComponent`, but also loads the interface texts that the page shows. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    const [page] = await Promise.all([load(), loadScreenTexts()])
    return page
  }, name)

/** Like the router's `lazyRouteComponent`, for the frame of the app. Also loads the country names for all screens. */
export const lazyShell: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    const [page] = await Promise.all([load(), loadInterfaceTextGroup('countries')])
    return page
  }, name)
