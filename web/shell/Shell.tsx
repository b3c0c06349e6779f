import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import './shell.css'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import { can, isSecondFactorSetupOverdue } from '#shared/policies.ts'
import { findScreenOfRoute } from '#shared/screens.ts'
import { screenTitles } from '#texts/screens.ts'
import { shellText } from '#texts/shell.ts'
import { calls, subscribeToRunningCalls } from '#web/features/calls/calls.store.ts'
import { startMembershipCardRenewal } from '#web/features/cards/renew-card.ts'
import { subscribeToGroupEvents } from '#web/features/chat/groups/group-events.ts'
import { useGroups, useUnreadMessageCount } from '#web/features/chat/groups/groups.api.ts'
import { useGroupsWithVerifiedServerData } from '#web/features/chat/groups/use-groups-with-verified-server-data.ts'
import { startUpdatingSignedMemberLists } from '#web/features/chat/signed-member-list-maintenance.ts'
import { sendStoredAttendanceMarks } from '#web/features/check-in/send-stored-attendance-marks.ts'
import { watchPublishedKeysAfterFirstPaint } from '#web/features/keys/identity/watch-published-keys-after-first-paint.ts'
import { useIsNarrow } from '#web/lib/device/use-is-narrow.ts'
import { useIsOnScreenKeyboardVisible } from '#web/lib/device/use-is-on-screen-keyboard-visible.ts'
import { appName } from '#web/lib/document/branding.ts'
import { useIsFullScreen } from '#web/lib/document/full-screen-page.ts'
import {
  discardWaitingToastsAndDialogs,
  useShouldLoadToastsAndDialogs,
} from '#web/lib/document/toasts-and-dialogs.ts'
import { reauthenticationRequest } from '#web/lib/http/reauthentication.ts'
import { syncLanguageWithAccount } from '#web/lib/language/sync-language-with-account.ts'
import { currentUserKey, currentUserQuery, queryClient } from '#web/lib/query/query-client.ts'
import { useLazilyLoadedCode } from '#web/lib/query/use-lazily-loaded-code.ts'
import { useStoreState } from '#web/lib/state/store.ts'
import { AccountAlerts } from '#web/shell/account/AccountAlerts.tsx'
import { AccessDenied } from '#web/shell/errors/AccessDenied.tsx'
import { BottomBar } from '#web/shell/navigation/BottomBar.tsx'
import { Header } from '#web/shell/navigation/Header.tsx'
import { Sidebar } from '#web/shell/navigation/Sidebar.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import styles from './Shell.module.css'
import { ShellSkeleton } from './ShellSkeleton.tsx'
import { StatusLine } from './StatusLine.tsx'
import { usePushNotifications } from './use-push-notifications.ts'

/** Menu for phones, loaded lazily because its code is as large as that of a screen. */
const MenuDrawer = createLazyOverlay(
  async () => (await import('#web/shell/navigation/MenuDrawer.tsx')).MenuDrawer,
)
/** Page shown to users whose account is not active. */
const PendingAccount = lazyLoadComponentAndTexts(
  async () => (await import('#web/shell/account/PendingAccount.tsx')).PendingAccount,
)
/** Page shown to users whose role requires a second factor that they have not set up. */
const SecondFactorRequiredPage = lazyLoadComponentAndTexts(
  async () => (await import('#web/shell/account/SecondFactorRequiredPage.tsx')).SecondFactorRequiredPage,
)
/** Page shown to users who have not accepted the current terms. */
const AcceptTermsPage = lazyLoadComponentAndTexts(
  async () => (await import('#web/shell/account/AcceptTermsPage.tsx')).AcceptTermsPage,
)
const IncomingOrRunningCallOverlay = lazyLoadComponentAndTexts(
  async () =>
    (await import('#web/features/calls/screen/IncomingOrRunningCallOverlay.tsx'))
      .IncomingOrRunningCallOverlay,
)

/**
 * Call layer above all pages. Names and peers of groups come from the conversation core (rules in
 * lib/e2ee/conversation), not from the server.
 */
function CallOverlayWithDescribedGroups(
  props: Omit<ComponentProps<typeof IncomingOrRunningCallOverlay>, 'groups'>,
) {
  const groups = useGroupsWithVerifiedServerData()
  return <IncomingOrRunningCallOverlay {...props} groups={groups.data ?? []} />
}
const ProofDialog = createLazyOverlay(
  async () => (await import('#web/features/auth/ReauthenticationDialog.tsx')).ReauthenticationDialog,
)
const loadToastsAndDialogs = async () => (await import('./ToastsAndDialogs.tsx')).ToastsAndDialogs

/** Starts the tasks that run on every page for a signed-in user, such as listening for calls. */
function useBackgroundTasks(user: CurrentUser, isChatOpen: boolean): void {
  const { id, fullName, language } = user
  const hasCard = user.membershipNumber !== null
  useEffect(() => subscribeToGroupEvents(), [])
  useEffect(() => startUpdatingSignedMemberLists(id), [id])
  useEffect(() => subscribeToRunningCalls(), [])
  const isAfterSignIn = useRef(true)
  useEffect(() => {
    void syncLanguageWithAccount(language, isAfterSignIn.current).catch(() => {})
    isAfterSignIn.current = false
  }, [language])
  useEffect(() => void sendStoredAttendanceMarks(id).catch(() => {}), [id])
  useEffect(() => (hasCard ? startMembershipCardRenewal() : undefined), [hasCard])
  const [hasOpenedChat, setHasOpenedChat] = useState(isChatOpen)
  if (!hasOpenedChat && isChatOpen) setHasOpenedChat(true)
  useEffect(
    () => watchPublishedKeysAfterFirstPaint({ id, fullName }, hasOpenedChat),
    [id, fullName, hasOpenedChat],
  )
}

function ShellFrame({ user, children }: { user: CurrentUser; children: ReactNode }) {
  // The screen is found by the matched route, because the typed path /Members/ means the same screen as /members.
  const path = useMatches({ select: matches => matches.at(-1)?.fullPath ?? '' })
  const navigate = useNavigate()
  const [isMenuOpen, menu] = useDisclosure()
  const unread = useUnreadMessageCount()
  useBackgroundTasks(user, path === '/communication')
  const { running, open } = useStoreState(calls)
  const groups = useGroups().data
  usePushNotifications(user.id, groups, running)
  const isNarrow = useIsNarrow()
  const isFullScreen = useIsFullScreen()
  const isKeyboardVisible = useIsOnScreenKeyboardVisible()
  const hasBar = !isFullScreen && !isKeyboardVisible
  const screen = findScreenOfRoute(path)
  const title = screen ? screenTitles[screen.title] : shellText.notFound.heading
  const isAllowed = !screen?.action || can(user, screen.action)
  return (
    <>
      <a href="#content" className={styles.skip}>
        {shellText.skip}
      </a>
      <Header
        user={user}
        title={title}
        isAside={isFullScreen}
        isHome={path === '/dashboard' || !screen}
        isMenuOpen={isMenuOpen}
        onToggleMenu={menu.toggle}
      />
      {!isNarrow && (
        <aside className={styles.aside}>
          <Sidebar user={user} />
        </aside>
      )}
      {isNarrow && <MenuDrawer user={user} isOpen={isMenuOpen} onClose={menu.close} />}
      <Suspense>
        {(running.length > 0 || open) && (
          <CallOverlayWithDescribedGroups
            me={user}
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
        data-taken={isFullScreen || undefined}
        data-bar={hasBar || undefined}
      >
        {isAllowed && screen && <title>{`${unread > 0 ? `(${unread}) ` : ''}${title} · ${appName}`}</title>}
        <AccountAlerts user={user}>{isAllowed ? children : <AccessDenied role={user.role} />}</AccountAlerts>
      </main>
      {hasBar && <BottomBar />}
    </>
  )
}

/**
 * The redirect to the login reads the requested URL beforehand, because the current URL changes during the redirect.
 */
function LoginRedirect() {
  const { href } = useLocation()
  const [requestedUrl] = useState(href)
  const navigate = useNavigate()
  useEffect(() => {
    // When the session ends, cached data is removed. Encryption keys stay, because the same user may sign in again.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserKey[0] })
    void navigate({ to: '/login', search: { redirect: requestedUrl }, replace: true })
  }, [navigate, requestedUrl])
  return <ShellSkeleton />
}

/** Re-authentication dialog for one user. It is cancelled when another user signs in, who must not confirm it. */
function ReauthenticationOfUser() {
  useEffect(() => () => reauthenticationRequest.get()?.settle(false), [])
  const request = useStoreState(reauthenticationRequest)
  return request && <ProofDialog onClose={() => request.settle(false)} />
}

/** Re-authentication dialogs, available to accounts of every status. */
function Reauthentication() {
  const { data: me } = useQuery(currentUserQuery)
  return <ReauthenticationOfUser key={me?.id} />
}

/** Toasts and confirmation dialogs, available to accounts of every status. */
function RequestedOverlays() {
  const { part: ToastsAndDialogs } = useLazilyLoadedCode(
    loadToastsAndDialogs,
    useShouldLoadToastsAndDialogs(),
    discardWaitingToastsAndDialogs,
  )
  return ToastsAndDialogs && <ToastsAndDialogs />
}

/** Layout of all signed-in pages. Visitors are redirected to the login. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <AccountGate>{children}</AccountGate>
      <Reauthentication />
      <RequestedOverlays />
    </>
  )
}

function AccountGate({ children }: { children: ReactNode }) {
  const me = useQuery(currentUserQuery)
  if (me.isPending) return <ShellSkeleton />
  if (!me.data) return <LoginRedirect />
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
        <AcceptTermsPage />
      </Suspense>
    )
  }
  if (isSecondFactorSetupOverdue(me.data)) {
    return (
      <Suspense fallback={<ShellSkeleton />}>
        <SecondFactorRequiredPage userId={me.data.id} />
      </Suspense>
    )
  }
  return <ShellFrame user={me.data}>{children}</ShellFrame>
}
