import '@mantine/core/styles/FloatingIndicator.css'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/SegmentedControl.css'
import { importKinds } from '#shared/constants.ts'
import { getProblemId, type ImportDetail, noProblem } from '#shared/contracts/imports/imports.schemas.ts'
import { formatImportProblemOfSeveralRows } from '#shared/format-import-problem.ts'
import { kindLabels, importText as text } from '#texts/imports.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import type { ImportSearch } from './imports.search.ts'

/** Options of the filter for import rows. In each option group, the counts add up to the file's row count. */
function listOptions({ counts, problems, total, fields }: ImportDetail) {
  const remarked = problems.reduce((sum, { count }) => sum + count, 0)
  const toOption = (value: string, name: string, count: number) => ({
    value,
    label: text.filterOption({ name, count }),
  })
  return [
    { value: '', label: text.filterAll },
    {
      group: text.filterKinds,
      items: importKinds.map(kind => toOption(`kind ${kind}`, kindLabels[kind], counts[kind])),
    },
    {
      group: text.filterProblems,
      items: [
        ...problems.map(problem =>
          toOption(
            `problem ${getProblemId(problem)}`,
            formatImportProblemOfSeveralRows(problem, fields),
            problem.count,
          ),
        ),
        toOption(`problem ${noProblem}`, text.noRemark, total - remarked),
      ],
    },
  ]
}

/** Filters for the rows of an import: rows with problems, and rows of one type or with one remark. */
export function ImportRowFilters({
  detail,
  search,
  onSearch,
}: {
  detail: ImportDetail
  search: ImportSearch
  onSearch: (change: ImportSearch) => void
}) {
  const { kind, problem, attention } = search
  const chosen = kind ? `kind ${kind}` : problem ? `problem ${problem}` : ''
  const choose = (value: string) => {
    const [name, choice] = value.split(' ')
    onSearch({
      attention: undefined,
      kind: name === 'kind' ? importKinds.find(candidate => candidate === choice) : undefined,
      problem: name === 'problem' ? choice : undefined,
    })
  }
  return (
    <>
      <SegmentedControl
        w={{ base: '100%', sm: 'auto' }}
        aria-label={text.rows}
        value={attention ?? 'all'}
        onChange={value =>
          onSearch({ attention: value === 'yes' ? 'yes' : undefined, kind: undefined, problem: undefined })
        }
        data={[
          { value: 'all', label: `${text.all} ${formatNumber(detail.total)}` },
          { value: 'yes', label: `${text.attention} ${formatNumber(detail.attention)}` },
        ]}
      />
      <NativeSelect
        aria-label={text.filter}
        flex={{ base: '1 1 100%', sm: '1 1 200px' }}
        data={listOptions(detail)}
        value={chosen}
        onChange={event => choose(event.currentTarget.value)}
      />
    </>
  )
}
