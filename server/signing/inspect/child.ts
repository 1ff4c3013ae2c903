/** Reads the signing facts of uploaded files. */

import type { FactsOptions } from '#pki/signature/readFacts.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { readFiles } from '../readFiles.ts'

readFiles<FactsOptions>(({ source }, options) => readSigningFacts(source(), options))
