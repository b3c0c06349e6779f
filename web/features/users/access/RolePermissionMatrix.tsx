import '#web/ui/printed.ts'
import '@mantine/core/styles/Chip.css'
import { Box, Button, Card, Chip, Group, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type AppointedOffice, appointedOffices, type Role, roles } from '#shared/constants.ts'
import {
  actions,
  getPermissionScopeOfRole,
  getScopesAndActionsOfOffice,
  isActionAllowedForEveryRole,
} from '#shared/policies.ts'
import { appointedOfficeLabels, roleLabels } from '#texts/labels.ts'
import { actionTexts, scopeTexts, roleText as text } from '#texts/roles.ts'
import { usersText } from '#texts/users.ts'
import { useUserCountSummary } from '#web/features/users/users.api.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { HorizontalScrollRow } from '#web/ui/layout/HorizontalScrollRow.tsx'
import { FootnoteNumber } from './PermissionNameWithFootnote.tsx'
import { PermissionScopeLabel } from './PermissionScopeLabel.tsx'
import { RolePermissionCards } from './RolePermissionCards.tsx'
import { type RightsColumn, RolePermissionTable } from './RolePermissionTable.tsx'
import {
  type GroupedRights,
  getOfficeRight,
  getRoleRight,
  groupMatchingPermissionsByCategory,
  type RightGroup,
} from './role-rights.ts'

interface MatrixProps {
  /** Role of the viewer, whose column in the role matrix is tinted. */
  ownRole: Role
  onShow: (role: Role) => void
  /** Link to another page, shown at the end of the role matrix's toolbar, on phones in the card of the role. */
  link: ReactNode
}

/** Number of users with a role, as a link to the list of these users. */
function RoleHolderCount({ role, onShow }: { role: Role; onShow: (role: Role) => void }) {
  const byRole = useUserCountSummary().data?.byRole
  if (!byRole) return <Skeleton height={16} width={56} display="inline-block" />
  return (
    <UnstyledButton
      className="lone"
      fz="inherit"
      fw={600}
      c="var(--mantine-color-anchor)"
      aria-label={`${usersText.showRole}: ${roleLabels[role]}`}
      onClick={() => onShow(role)}
    >
      {text.people({ count: byRole[role] })}
    </UnstyledButton>
  )
}

const formatOfficeScopes = (office: AppointedOffice) =>
  getScopesAndActionsOfOffice(office)
    .scopes.map(scope => text.officeScopes[scope])
    .join(' · ')

function buildOfficeColumn(office: AppointedOffice): RightsColumn {
  return {
    key: office,
    label: appointedOfficeLabels[office],
    note: (
      <Text fz={12} fw={400} c="dimmed">
        {formatOfficeScopes(office)}
      </Text>
    ),
    getScope: action => getOfficeRight(office, action),
  }
}

/** Role name on two lines in every column, so that the numbers of holders below all names share a line. */
function TwoLineRoleName({ role }: { role: Role }) {
  const [firstWord, ...words] = roleLabels[role].split(' ')
  return (
    <>
      <Box component="span" display="block">
        {firstWord}
      </Box>{' '}
      {words.join(' ')}
    </>
  )
}

function buildRoleColumn(role: Role, { ownRole, onShow }: MatrixProps): RightsColumn {
  return {
    key: role,
    label: <TwoLineRoleName role={role} />,
    note: (
      <Text fz="inherit" fw={400} c="dimmed" component="div">
        <RoleHolderCount role={role} onShow={onShow} />
        {role === ownRole && <div>{text.you}</div>}
      </Text>
    ),
    isOwn: role === ownRole,
    getScope: action => getRoleRight(role, action),
  }
}

/** Legend of the role matrix: explains the scopes in the cells and the footnotes. */
function RoleMatrixLegend() {
  return (
    <Group gap="8px 12px" fz={13} c="dimmed">
      <Group gap={8}>
        {text.scope}
        {(['all', 'country', 'club', 'self'] as const).map(scope => (
          <PermissionScopeLabel key={scope} scope={scope} />
        ))}
      </Group>
      <Group gap="4px 12px">
        {(['same', 'lower'] as const).map(limit => (
          <span key={limit}>
            <FootnoteNumber limit={limit} /> {text.limits[limit]}
          </span>
        ))}
      </Group>
    </Group>
  )
}

function DesktopRoleMatrix({
  rights,
  isOpen,
  onToggle,
  ...props
}: MatrixProps & OpenGroups & { rights: GroupedRights[] }) {
  const officeRights = groupMatchingPermissionsByCategory(action =>
    appointedOffices.some(office => getOfficeRight(office, action) === 'office'),
  )
  const count = rights.reduce((sum, group) => sum + group.actions.length, 0)
  return (
    <Stack data-printed gap={12}>
      <RoleMatrixLegend />
      {rights.length === 0 ? (
        <EmptyState text={text.noRights} />
      ) : (
        <RolePermissionTable
          caption={text.caption}
          count={text.rightsCount({ rights: count, groups: rights.length })}
          columns={roles.map(role => buildRoleColumn(role, props))}
          rights={rights}
          isOpen={isOpen}
          onToggle={onToggle}
        />
      )}
      <div>
        <Title order={2} size="h4" mt="lg">
          {text.offices}
        </Title>
        <Text size="sm" c="dimmed" maw={720}>
          {text.officesHelp}
        </Text>
      </div>
      <RolePermissionTable
        caption={text.officesCaption}
        columns={appointedOffices.map(buildOfficeColumn)}
        rights={officeRights}
        isOpen={() => true}
      />
    </Stack>
  )
}

const isOffice = (key: Role | AppointedOffice): key is AppointedOffice =>
  appointedOffices.some(office => office === key)

/** Card for the role or office chosen on a phone: its title, scope and number of holders. */
function RoleOrOfficeCard({
  holder,
  link,
  onShow,
}: Pick<MatrixProps, 'link' | 'onShow'> & { holder: Role | AppointedOffice }) {
  const count = actions.filter(action =>
    isOffice(holder)
      ? getOfficeRight(holder, action) === 'office'
      : !isActionAllowedForEveryRole(action) && getPermissionScopeOfRole(holder, action) !== 'nobody',
  ).length
  return (
    <Card padding="md">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4">
          {isOffice(holder) ? appointedOfficeLabels[holder] : roleLabels[holder]}
        </Title>
        {!isOffice(holder) && (
          <Group gap={2} wrap="nowrap" flex="none" fz="sm" c="var(--mantine-color-anchor)">
            <RoleHolderCount role={holder} onShow={onShow} />
            <IconChevronRight size={16} aria-hidden />
          </Group>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {isOffice(holder) ? formatOfficeScopes(holder) : scopeTexts[getPermissionScopeOfRole(holder)]}
      </Text>
      <Text size="sm" c="dimmed">
        {isOffice(holder) ? text.officeExtra({ count }) : text.extra({ count })}
      </Text>
      <Box mt="sm" fz="sm">
        {link}
      </Box>
    </Card>
  )
}

/** Scrolls the row of role chips so that the faded edge of the row does not cover the selected chip. */
function scrollToChosenRole(chips: HTMLElement | null) {
  const row = chips?.parentElement
  const chosen = chips?.querySelector<HTMLElement>('input:checked')?.parentElement
  if (row && chosen) row.scrollLeft = chosen.offsetLeft - row.offsetLeft - 48
}

/** Role matrix on phones: one role or office at a time, chosen by chips. */
function PhoneRoleMatrix({
  rights,
  isOpen,
  onToggle,
  ...props
}: MatrixProps & OpenGroups & { rights: GroupedRights[] }) {
  const [holder, setHolder] = useState<Role | AppointedOffice>(props.ownRole)
  const column = isOffice(holder) ? buildOfficeColumn(holder) : buildRoleColumn(holder, props)
  return (
    <Stack gap={12}>
      <HorizontalScrollRow mx={-16} px={16} style={{ overflowX: 'auto', scrollbarWidth: 'none' }}>
        <Chip.Group value={holder} onChange={value => setHolder(value as Role | AppointedOffice)}>
          <Group ref={scrollToChosenRole} gap={8} wrap="nowrap" role="radiogroup" aria-label={text.role}>
            {[...roles, ...appointedOffices].map(key => (
              <Chip
                key={key}
                value={key}
                size="md"
                variant={key === holder ? 'filled' : 'outline'}
                styles={{ label: { height: 40 } }}
              >
                {isOffice(key) ? appointedOfficeLabels[key] : roleLabels[key]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </HorizontalScrollRow>
      <RolePermissionCards
        column={column}
        rights={rights}
        head={
          <>
            <RoleOrOfficeCard holder={holder} link={props.link} onShow={props.onShow} />
            <RoleMatrixLegend />
          </>
        }
        isOpen={isOpen}
        onToggle={onToggle}
      />
    </Stack>
  )
}

interface OpenGroups {
  isOpen: (group: RightGroup) => boolean
  onToggle: (group: RightGroup) => void
}

/** Matrix of rights and roles, read from the policy table in `shared/policies.ts`. A phone shows one role at a time. */
export function RolePermissionMatrix(props: MatrixProps) {
  const isPhone = useIsPhone()
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<RightGroup[]>(['everyone'])
  const rights = groupMatchingPermissionsByCategory(action =>
    actionTexts[action].toLowerCase().includes(search.toLowerCase()),
  )
  // A search in the role matrix expands all groups, so that no match is hidden.
  const isRightGroupOpen = (group: RightGroup) => search !== '' || !closed.includes(group)
  const onToggle = (group: RightGroup) =>
    setClosed(current =>
      current.includes(group) ? current.filter(other => other !== group) : [...current, group],
    )
  const Matrix = isPhone ? PhoneRoleMatrix : DesktopRoleMatrix
  return (
    <Stack gap={12}>
      <Group gap={12} fz="sm">
        <SearchField label={text.search} value={search} onChange={setSearch} flex="1 1 200px" />
        {!isPhone && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => print()}
          >
            {text.print}
          </Button>
        )}
        {!isPhone && props.link}
      </Group>
      <Matrix {...props} rights={rights} isOpen={isRightGroupOpen} onToggle={onToggle} />
    </Stack>
  )
}
