//! On systems other than Unix no programs are run.

use std::path::Path;

use super::verdict::Ended;
use crate::setting::Setting;

/// Returns an error: programs are run on Unix only.
pub(super) fn run(_: &[String], _: &Path, _: &Setting) -> Result<Ended, String> {
    Err("programs are run on Unix only".to_owned())
}

/// Nothing to do without programs.
pub(crate) fn adopt() {}

/// Nothing to do without programs.
pub(crate) fn abandon() {}
