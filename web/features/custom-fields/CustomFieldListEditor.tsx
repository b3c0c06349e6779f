import { Box, Button, Card, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { CurrentUser } from '#shared/contracts/auth/auth.schemas.ts'
import type { ManagedField } from '#shared/contracts/custom-fields/custom-fields.schemas.ts'
import { maxFieldsPerScope } from '#shared/contracts/custom-fields/field-kinds.ts'
import type { Country } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { getPermissionScopeOfActor } from '#shared/policies.ts'
import { customFieldsText as text } from '#texts/custom-fields.ts'
import { focusElementAfterDialogCloses } from '#web/lib/document/focus-element-after-dialog-closes.ts'
import { isQueryErrorShownInsteadOfData } from '#web/lib/query/query-state.ts'
import { useCountriesForFilters } from '#web/lib/query/use-countries.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { CountrySelect } from '#web/ui/form/CountrySelect.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { RowsSkeleton } from '#web/ui/list/RowsSkeleton.tsx'
import { createLazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx'
import { type EditedScope, useManagedCustomFields } from './custom-fields.api.ts'
import { InheritedCustomFieldList } from './InheritedCustomFieldList.tsx'
import { RemovedCustomFields } from './RemovedCustomFields.tsx'
import { buildEditButtonId, SortableCustomFieldList } from './SortableCustomFieldList.tsx'

const FieldDialog = createLazyOverlay(async () => (await import('./FieldDialog.tsx')).FieldDialog)
const addButtonId = 'add-field'

/** Returns whose custom fields are edited: those of the club or country in the URL, else of the user's own area. */
function chooseScope(
  user: CurrentUser,
  country: Country | undefined,
  clubId: number | undefined,
): EditedScope {
  if (clubId) return { country: null, clubId }
  if (country) return { country, clubId: null }
  const own = getPermissionScopeOfActor(user, 'fields.manage')
  return {
    country: own.over === 'country' ? (own.country as Country) : null,
    clubId: own.over === 'club' ? own.clubId : null,
  }
}

function describeScope({ country, clubId }: EditedScope, clubName: string | null | undefined): string {
  if (clubId) return clubName ? text.forClub({ club: clubName }) : ''
  return country ? text.forCountry({ country: getCountryName(country) }) : text.forAll
}

function ScopeSelect({
  country,
  onChange,
}: {
  country: Country | null
  onChange: (country?: Country) => void
}) {
  const countries = useCountriesForFilters(country)
  return (
    <Box flex={{ base: '1 1 100%', sm: 'none' }}>
      <CountrySelect
        aria-label={text.scope}
        // In this select, headquarters is a choice and no placeholder, so its name has the colour of a value.
        styles={{ input: { color: 'var(--mantine-color-text)' } }}
        countries={countries}
        value={country ?? ''}
        emptyLabel={text.headquarters}
        onChange={onChange}
      />
    </Box>
  )
}

/** Editor for the custom fields of a club, a country or headquarters. */
export function CustomFieldListEditor({
  user,
  country,
  clubId,
  onCountry,
}: {
  user: CurrentUser
  country?: Country
  clubId?: number
  onCountry: (country?: Country) => void
}) {
  const scope = chooseScope(user, country, clubId)
  const query = useManagedCustomFields(scope)
  const [dialog, setDialog] = useState<{ field?: ManagedField }>()
  if (isQueryErrorShownInsteadOfData(query))
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  const fields = query.data?.fields.filter(({ removedAt }) => removedAt === null) ?? []
  const removed = query.data?.fields.filter(({ removedAt }) => removedAt !== null) ?? []
  const canChooseCountry = getPermissionScopeOfActor(user, 'fields.manage').over === 'all' && !scope.clubId
  return (
    <div style={{ maxWidth: 960 }}>
      <PageHeader
        subtitle={
          <>
            <Text span inherit display="block" fw={600} c="var(--mantine-color-text)">
              {describeScope(scope, query.data?.clubName)}
            </Text>
            <Text span display="block" size="sm" mt={4}>
              {text.intro}
            </Text>
          </>
        }
        actions={
          <>
            {canChooseCountry && <ScopeSelect country={scope.country} onChange={onCountry} />}
            <Button
              id={addButtonId}
              leftSection={<IconPlus size={18} aria-hidden />}
              disabled={!query.data || fields.length >= maxFieldsPerScope}
              onClick={() => setDialog({})}
            >
              {text.add}
            </Button>
          </>
        }
      />
      {!query.data && <RowsSkeleton />}
      {query.data && fields.length === 0 && (
        <Card>
          <EmptyState text={text.empty} />
        </Card>
      )}
      <SortableCustomFieldList scope={scope} fields={fields} onEdit={field => setDialog({ field })} />
      {fields.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {text.limit({ count: fields.length, maximum: maxFieldsPerScope })}
        </Text>
      )}
      <InheritedCustomFieldList fields={query.data?.inherited ?? []} />
      <RemovedCustomFields fields={removed} />
      {dialog && (
        <FieldDialog
          scope={scope}
          field={dialog.field}
          onClose={() => {
            focusElementAfterDialogCloses(dialog.field ? buildEditButtonId(dialog.field.id) : addButtonId)
            setDialog(undefined)
          }}
        />
      )}
    </div>
  )
}
