//! Scaling of columns for networks.

/// Shifts and scales each column of the rows to mean 0 and spread 1, and returns its former mean
/// and the factor, as [`Network::take_raw`] takes them.
pub(crate) fn scale(rows: &mut [f32], width: usize) -> Vec<(f32, f32)> {
    let count = (rows.len() / width) as f64;
    let scaling: Vec<(f32, f32)> = (0..width)
        .map(|column| {
            let values = || rows.iter().skip(column).step_by(width).map(|value| f64::from(*value));
            let mean = values().sum::<f64>() / count;
            let variance =
                values().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
            (mean as f32, if variance > 1e-12 { (1.0 / variance.sqrt()) as f32 } else { 0.0 })
        })
        .collect();
    for row in rows.chunks_exact_mut(width) {
        row.iter_mut()
            .zip(&scaling)
            .for_each(|(value, (mean, factor))| *value = (*value - mean) * factor);
    }
    scaling
}
