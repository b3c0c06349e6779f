import './shell.css'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth.ts'
import { can, mustSecureFirst } from '#shared/policies.ts'
import { calls, followCalls } from '#web/features/calls/calls.store.ts'
import { followCard } from '#web/features/cards/renew-card.ts'
import { useGroups, useMessageCount } from '#web/features/chat/groups.api.ts'
import { followGroups } from '#web/features/chat/live-groups.ts'
import { followAdmissions } from '#web/features/chat/look-in.ts'
import { sendLeftMarks } from '#web/features/check-in/left-marks.ts'
import { followKeys } from '#web/features/keys/follow-keys.ts'
import { appName } from '#web/lib/branding.ts'
import { keyAlarm } from '#web/lib/key-alarm.ts'
import { useKeyboardUp } from '#web/lib/keyboard.ts'
import { dropOverlays, useWantedOverlays } from '#web/lib/overlays.ts'
import { asking } from '#web/lib/proof.ts'
import { meKey, meQuery, queryClient } from '#web/lib/query-client.ts'
import { useStore } from '#web/lib/store.ts'
import { usePart } from '#web/lib/use-part.ts'
import { useScreenTaken } from '#web/lib/whole-screen.ts'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { AccessDenied } from './AccessDenied.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Header } from './Header.tsx'
import styles from './Shell.module.css'
import { ShellSkeleton } from './ShellSkeleton.tsx'
import { Sidebar } from './Sidebar.tsx'
import { StatusLine } from './StatusLine.tsx'
import { findScreen } from './screens.ts'
import { shellText } from './shell.text.ts'
import { usePushes } from './use-pushes.ts'

/** The menu of a phone, as large as a screen. */
const MenuDrawer = lazyOverlay(async () => (await import('./MenuDrawer.tsx')).MenuDrawer)
/** All that somebody sees who is not in yet, or no longer. */
const PendingAccount = lazy(async () => ({
  default: (await import('./PendingAccount.tsx')).PendingAccount,
}))
/** And of somebody whose role asks for a second factor that is still missing. */
const SecureFirst = lazy(async () => ({ default: (await import('./SecureFirst.tsx')).SecureFirst }))
/** And of somebody who accepted older terms than those in force. */
const AgreeFirst = lazy(async () => ({ default: (await import('./AgreeFirst.tsx')).AgreeFirst }))
const SecureSoon = lazy(async () => ({ default: (await import('./SecureSoon.tsx')).SecureSoon }))
const CallLayer = lazy(async () => ({
  default: (await import('#web/features/calls/CallLayer.tsx')).CallLayer,
}))
const KeyAlarm = lazy(async () => ({ default: (await import('#web/features/keys/KeyAlarm.tsx')).KeyAlarm }))
const ProofDialog = lazyOverlay(async () => (await import('#web/features/auth/ProofDialog.tsx')).ProofDialog)
const loadOverlays = async () => (await import('./Overlays.tsx')).Overlays

function Frame({ user, children }: { user: CurrentUser; children: ReactNode }) {
  // The route that matched, not the address as typed: /Members/ is the same screen as /members.
  const path = useMatches({ select: matches => matches.at(-1)?.fullPath ?? '' })
  const navigate = useNavigate()
  const [isMenuOpen, menu] = useDisclosure()
  const unread = useMessageCount()
  useEffect(() => followGroups(), [])
  useEffect(() => followAdmissions(user.id), [user.id])
  useEffect(() => followCalls(), [])
  const { id, fullName } = user
  const hasCard = user.membershipNumber !== null
  useEffect(() => void sendLeftMarks(id).catch(() => {}), [id])
  useEffect(() => (hasCard ? followCard() : undefined), [hasCard])
  const [hasTalked, setHasTalked] = useState(path === '/communication')
  if (!hasTalked && path === '/communication') setHasTalked(true)
  useEffect(() => followKeys({ id, fullName }, hasTalked), [id, fullName, hasTalked])
  const alarm = useStore(keyAlarm)
  const { running, open } = useStore(calls)
  const groups = useGroups().data
  usePushes(id, groups, running)
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false })
  const { part: Overlays } = usePart(loadOverlays, useWantedOverlays(), dropOverlays)
  const isTaken = useScreenTaken()
  const isTyping = useKeyboardUp()
  const hasBar = !isTaken && !isTyping
  const screen = findScreen(path)
  const title = screen?.title ?? appName
  const isAllowed = !screen?.action || can(user, screen.action)
  return (
    <>
      <a href="#content" className={styles.skip}>
        {shellText.skip}
      </a>
      <Header
        user={user}
        title={title}
        isAside={isTaken}
        isMenuOpen={isMenuOpen}
        onToggleMenu={menu.toggle}
      />
      {!isNarrow && (
        <aside className={styles.aside}>
          <Sidebar user={user} />
        </aside>
      )}
      {isNarrow && <MenuDrawer user={user} isOpen={isMenuOpen} onClose={menu.close} />}
      {Overlays && <Overlays />}
      <Suspense>
        {(running.length > 0 || open) && (
          <CallLayer
            me={user}
            groups={groups ?? []}
            onChat={group => void navigate({ to: '/communication', search: { group: group.id } })}
          />
        )}
      </Suspense>
      <StatusLine />
      <main
        id="content"
        tabIndex={-1}
        className={styles.main}
        data-fills={path === '/communication' || undefined}
        data-taken={isTaken || undefined}
        data-bar={hasBar || undefined}
      >
        {isAllowed && screen && <title>{`${unread > 0 ? `(${unread}) ` : ''}${title} · ${appName}`}</title>}
        {alarm && (
          <div className={styles.alarm}>
            <Suspense>
              <KeyAlarm alarm={alarm} />
            </Suspense>
          </div>
        )}
        {user.secureBy && (
          <div className={styles.alarm}>
            <Suspense fallback={<div className={styles.soon} />}>
              <SecureSoon by={user.secureBy} />
            </Suspense>
          </div>
        )}
        {isAllowed ? children : <AccessDenied role={user.role} />}
      </main>
      {hasBar && <BottomBar />}
    </>
  )
}

/** To the login, with the place one wanted: the one seen first, because on the way out the address changes. */
function ToLogin() {
  const { href } = useLocation()
  const [wanted] = useState(href)
  const navigate = useNavigate()
  useEffect(() => {
    // What was looked at goes with the session. Keys stay: this may be the same person again in a moment.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] })
    void navigate({ to: '/login', search: { redirect: wanted }, replace: true })
  }, [navigate, wanted])
  return <ShellSkeleton />
}

/** Taken away with the person: answered by the next one, the question would let through what the one before wanted. */
function ProofsOfPerson() {
  useEffect(() => () => asking.get()?.settle(false), [])
  const asked = useStore(asking)
  return asked && <ProofDialog onClose={() => asked.settle(false)} />
}

/** For every status of an account: also somebody who waits for approval may be asked to prove who they are. */
function Proofs() {
  const { data: me } = useQuery(meQuery)
  return <ProofsOfPerson key={me?.id} />
}

/** Everything a signed-in person sees stands in here; whoever is not signed in is led to the login. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <Door>{children}</Door>
      <Proofs />
    </>
  )
}

function Door({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery)
  if (me.isPending) return <ShellSkeleton />
  if (!me.data) return <ToLogin />
  if (me.data.status !== 'active') {
    return (
      <Suspense fallback={<ShellSkeleton />}>
        <PendingAccount status={me.data.status} />
      </Suspense>
    )
  }
  if (me.data.mustAgree) {
    return (
      <Suspense fallback={<ShellSkeleton />}>
        <AgreeFirst />
      </Suspense>
    )
  }
  if (mustSecureFirst(me.data)) {
    return (
      <Suspense fallback={<ShellSkeleton />}>
        <SecureFirst userId={me.data.id} />
      </Suspense>
    )
  }
  return <Frame user={me.data}>{children}</Frame>
}
