//! On systems other than Unix, programs cannot be run.

use std::path::Path;

use super::verdict::Ended;
use crate::setting::Setting;

/// Returns an error: programs are run on Unix only.
pub(super) fn run(_: &[String], _: &Path, _: &Setting) -> Result<Ended, String> {
    Err("programs are run on Unix only".to_owned())
}

/// Does nothing, because there are no programs.
pub(crate) fn adopt() {}

/// Does nothing, because there are no programs.
pub(crate) fn abandon() {}
