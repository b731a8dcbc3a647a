//! Every transcript in `tests/cmd` and in the README, run and compared. `TRYCMD=overwrite` rewrites them.

#[test]
fn commands_print_what_their_transcripts_show() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("../../README.md");
}
